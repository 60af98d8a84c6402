import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const market: MantineColorsTuple = [
  '#ecf7f1',
  '#d8ecdf',
  '#aed8bf',
  '#81c49d',
  '#5cb380',
  '#44a86d',
  '#369d60',
  '#288751',
  '#1f6f4a',
  '#12573a',
];
/** Neutral greys with a slight green warmth. */
const gray: MantineColorsTuple = [
  '#f7f9f8',
  '#eff2f0',
  '#e3e8e5',
  '#d3dad6',
  '#bcc5c0',
  '#98a39d',
  '#66716b',
  '#4a544f',
  '#333b37',
  '#1f2522',
];
const dark: MantineColorsTuple = [
  '#d5dad7',
  '#b9c1bd',
  '#9aa49f',
  '#6d7772',
  '#3c4541',
  '#2e3632',
  '#242b28',
  '#1a201d',
  '#131815',
  '#0d110f',
];

/** Mantine's orange, with white readable on the shade of its buttons. */
const orange: MantineColorsTuple = [
  '#fff4e6',
  '#ffe8cc',
  '#ffd8a8',
  '#ffc078',
  '#ffa94d',
  '#ff922b',
  '#fd7e14',
  '#c94f0a',
  '#b0420c',
  '#93370a',
];

export const theme = createTheme({
  // Hints are below the inputs, so that the inputs of one row are aligned.
  components: { InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } } },
  primaryColor: 'market',
  colors: { market, gray, dark, orange },
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 8,
  fontFamily: "'Inter', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { sm: '20px', md: '20px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
      h4: { fontSize: '16px', lineHeight: '24px' },
    },
  },
  respectReducedMotion: true,
});

/** Colours for which Mantine's defaults lack AA contrast on our backgrounds; its grey badges are black on the dark one. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-placeholder': '#66716b',
    '--mantine-color-dimmed': '#5a655f',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#1f6f4a',
    // Mantine's shade equals the background of a hovered row, on which a badge would lose its shape.
    '--mantine-color-gray-light': 'rgba(74, 84, 79, .1)',
    '--mantine-color-gray-light-hover': 'rgba(74, 84, 79, .14)',
    // Mantine's shade has too little contrast on its own background.
    '--mantine-color-yellow-light-color': '#6b4000',
  },
  dark: {
    '--mantine-color-placeholder': '#98a39d',
    '--mantine-color-dimmed': '#a3ada8',
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-anchor': '#81c49d',
    // Mantine's shade is darker than the background.
    '--mantine-color-gray-light': 'rgba(213, 218, 215, .14)',
    '--mantine-color-gray-light-hover': 'rgba(213, 218, 215, .18)',
    // Mantine's shade is a bright orange that distracts from the content.
    '--mantine-color-yellow-light': 'rgba(250, 176, 5, .18)',
    '--mantine-color-yellow-light-hover': 'rgba(250, 176, 5, .24)',
  },
});
