import { TransportError } from "../errors.ts";
import { type ReplayOptions, type ReplayTransport, replayTransport } from "../transport/replay.ts";
import type { Recording } from "./recording.ts";

/**
 * A transport that plays a recording, a run a request, as `replayTransport` does, and breaks off where the recorded
 * stream did. Under the ids of the request: give `adopt: false` for the recorded ones.
 */
export function replay({ runs }: Recording, options: ReplayOptions = {}): ReplayTransport {
  const played = replayTransport(
    runs.map(({ events }) => events),
    { adopt: true, ...options },
  );
  let count = 0;
  const transport: ReplayTransport = Object.assign(
    async function* (...request: Parameters<ReplayTransport>): AsyncGenerator<readonly unknown[]> {
      const [, { signal }] = request;
      if (signal.aborted) return;
      const end = runs[count++]?.end;
      yield* played(...request);
      if (end?.end !== "failed" || signal.aborted) return;
      const { message, status } = end;
      throw new TransportError(message, status === undefined ? {} : { status });
    },
    { inputs: played.inputs, remaining: played.remaining },
  );
  return transport;
}
