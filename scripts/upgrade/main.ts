// node scripts/run.mjs upgrade [COMMIT]: packs the server of a release for the upgrade test of the next one (docs/operators/upgrading.md).
// `--help` prints the usage.
import { parseOrExit } from '../launch/command.ts';
import { commitOf, isCommit, packRelease } from './last-release.ts';

const HELP = `node scripts/run.mjs upgrade [COMMIT]

Packs the server as it was at a commit or tag (HEAD unless told) into scripts/upgrade/last-release.tar.gz: the version that the next one's upgrade is tried from.

--help  says this

Ends with 0; with 2 when it was asked for something else, or git does not know that commit.`;

const { commit } = parseOrExit('upgrade', HELP, ([commit = 'HEAD', ...more]) => {
  if (more.length > 0) return `one commit, not ${more.length + 1}`;
  return isCommit(commit) ? { commit } : `git knows no commit ${commit}`;
});
packRelease(commit);
console.log(`The last release is now ${commitOf()}. Write it into docs/operators/upgrading.md.`);
