/**
 * How many checks passed, failed and were skipped.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * What we read of vitest's JSON report.
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests?: number,
 *   testResults: readonly { name: string, status: string, assertionResults: readonly { status: string }[] }[],
 * }} VitestReport
 */

/** A gate is one check. @param {number} exitCode @returns {Counts} */
export const countGate = (exitCode) => ({
  passed: exitCode === 0 ? 1 : 0,
  failed: exitCode === 0 ? 0 : 1,
  skipped: 0,
});

/**
 * The folders of which a report has no test at all: a typing error in a pattern would else pass for success.
 * A file that failed to load is no such hole; it is a failure of its own.
 * @param {VitestReport} report
 * @param {readonly string[]} folders absolute, each with a slash at its end
 * @returns {readonly string[]}
 */
export const emptyFolders = ({ testResults }, folders) =>
  folders.filter(
    (folder) =>
      !testResults.some(
        ({ name, status, assertionResults }) =>
          name.replaceAll("\\", "/").startsWith(folder) &&
          (assertionResults.length > 0 || status === "failed"),
      ),
  );

/**
 * Counts the tests of a report. A file that failed without a failed test did not load, or broke in
 * a hook: it counts as one failure, else its tests would just be missing. The same holds for a folder
 * without a test, for a run that left no report, and for one that ended badly in any other way. With
 * `ci` a skipped test is a failure too, since nobody reads there what was left out.
 * @param {VitestReport | undefined} report
 * @param {number} exitCode
 * @param {{ folders?: readonly string[], ci?: boolean }} [demands]
 * @returns {Counts}
 */
export function countTests(report, exitCode, { folders = [], ci = false } = {}) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const skipped = report.numPendingTests + (report.numTodoTests ?? 0);
  const missing = emptyFolders(report, folders).length + (ci ? skipped : 0);
  const failed = report.numFailedTests + brokenFiles + missing;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: ci ? 0 : skipped,
  };
}

/** @param {readonly Counts[]} all @returns {Counts} */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The line that closes every run; others read it. @param {Counts} counts @returns {string} */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
