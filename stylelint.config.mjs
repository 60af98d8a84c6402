import { readFileSync } from 'node:fs';

const { browserslist } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const [, year] = /^baseline (\d{4})$/.exec(browserslist[0]) ?? [];

/** Rejects CSS that the browsers of `package.json` lack (decision 147). */
export default {
  plugins: ['stylelint-plugin-use-baseline'],
  rules: {
    'plugin/use-baseline': [
      true,
      {
        available: Number(year),
        // Without these, nothing is lost but comfort.
        ignoreProperties: {
          // A text area keeps its first height and can be resized.
          'field-sizing': ['content'],
          // A box has the browser's own colour.
          'accent-color': [],
          // A whole code is selected by dragging.
          'user-select': ['all'],
          // Rows below the window are drawn at once.
          'content-visibility': ['auto'],
          // Safari has no contrast themes.
          'forced-color-adjust': ['none'],
          // Another monospace font.
          'font-family': ['ui-monospace'],
          // A printed heading may stand alone at the end of a page.
          'break-after': ['avoid'],
        },
      },
    ],
  },
};
