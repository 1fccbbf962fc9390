export type { Brake, Position } from "./brake.ts";
export { type CallToolOptions, callTool } from "./call-tool.ts";
export { custom, type EmittedEvent, emit, raw, usage } from "./emit.ts";
export { breakOff, cancel, fail, finish, pause } from "./endings.ts";
export { createFakeBrowser, type FakeBrowser, type FakeTab } from "./fake-browser.ts";
export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { createFakeSchedule, type FakeSchedule } from "./fake-schedule.ts";
export { createGate, type Gate } from "./gate.ts";
export { type SubagentOptions, step, subagent } from "./parts.ts";
export type { Streamed } from "./pieces.ts";
export type { RawRun, Script } from "./play-run.ts";
export { createRecorder, type Recorder, type RecorderOptions } from "./recorder.ts";
export { type RecordedEnd, type RecordedRun, type Recording, readRecording } from "./recording.ts";
export { replay } from "./replay.ts";
export {
  type RepeatedScript,
  rawRun,
  refuse,
  repeat,
  type ScriptedAgent,
  scriptedAgent,
} from "./scripted-agent.ts";
export { type ReasonOptions, reason, type SayOptions, say } from "./speech.ts";
export type { ScriptedRun } from "./stage.ts";
export { type ActivityOptions, activity, patchActivity, patchState, setState } from "./state-steps.ts";
export type { Step, Steps } from "./step.ts";
export { countingIds, createTestClient, type TestClient, type TestClientOptions } from "./test-client.ts";
export { until, type WaitedFor } from "./until.ts";
