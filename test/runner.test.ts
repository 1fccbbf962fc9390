import { describe, expect, it } from "vitest";
import { root } from "./support/root.ts";

// Plain JavaScript without types: loaded by its path.
const { closingLine, countGate, countTests, sum } = await import(`${root}scripts/support/counts.mjs`);

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});
const report = (passed: number, failed: number, ...testResults: ReturnType<typeof file>[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults,
});

describe("the count of npm test", () => {
  it("takes a gate for one check", () => {
    expect(countGate(0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(countGate(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it("counts tests one by one, with those left out", () => {
    const ok = report(2, 1, file("failed", "passed", "failed"), file("passed", "passed"));
    expect(countTests(ok, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it("counts a file that did not load as a failure", () => {
    expect(countTests(report(1, 0, file("passed", "passed"), file("failed")), 1).failed).toBe(1);
  });

  it("never takes a run that ended badly, or left no report, for a good one", () => {
    expect(countTests(report(1, 0, file("passed", "passed")), 1).failed).toBe(1);
    expect(countTests(undefined, 0).failed).toBe(1);
  });

  it("closes with the sum, and names skipped ones only where there are some", () => {
    const gate = countGate(0);
    expect(closingLine(sum([gate, gate]))).toBe("2 passed, 0 failed");
    expect(closingLine(sum([gate, { passed: 0, failed: 2, skipped: 3 }]))).toBe(
      "1 passed, 2 failed, 3 skipped",
    );
  });
});
