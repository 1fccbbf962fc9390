import { isProtocolError } from "../errors.ts";
import type { OnWarning } from "../lib/warning.ts";
import type { RunAgentInput } from "../protocol/run-input.ts";
import type { EventFormat } from "../transport/event-format.ts";
import { chooseFormat, isJsonContentType } from "./negotiation.ts";
import { readBody, TOO_LARGE } from "./read-body.ts";
import { refuseMethod, toRefusal } from "./refusal.ts";
import { readRunInput } from "./run-input-guard.ts";

/** What a request asks for: a run, and how it is to be told of it. */
export interface RunRequest {
  readonly input: RunAgentInput;
  readonly format: EventFormat;
}

/** How a request is read. */
export interface ReadRequestOptions {
  formats: readonly [EventFormat, ...EventFormat[]];
  bodyLimit: number;
  onWarning: OnWarning;
}

/** Reads a POST as a run, or gives the response that refuses it; its body last, and only if all else is right. */
export async function readRequest(
  request: Request,
  { formats, bodyLimit, onWarning }: ReadRequestOptions,
): Promise<RunRequest | Response> {
  if (request.method !== "POST") {
    return refuseMethod(request.method);
  }
  const contentType = request.headers.get("content-type");
  if (contentType === null ? request.headers.has("origin") : !isJsonContentType(contentType)) {
    // A page can send a body without a type, or with a form's, to any origin unasked; with JSON's it cannot.
    return toRefusal(
      "UNSUPPORTED_MEDIA_TYPE",
      `An agent takes application/json, not ${contentType ?? "a body without a type"}`,
    );
  }
  const accept = request.headers.get("accept");
  const format = chooseFormat(accept, formats);
  if (format === undefined) {
    const offered = formats.map(({ mediaType }) => mediaType).join(" or ");
    return toRefusal("NOT_ACCEPTABLE", `An agent answers with ${offered}, which "${accept}" excludes`);
  }
  let body: unknown;
  try {
    const text = await readBody(request, bodyLimit);
    if (text === TOO_LARGE) {
      return toRefusal("BODY_TOO_LARGE", `The body is longer than ${bodyLimit} bytes`);
    }
    if (text === "") {
      return toRefusal("INVALID_BODY", "The body is empty, or was read before, such as by a body parser");
    }
    body = JSON.parse(text);
  } catch (error) {
    return toRefusal(
      "INVALID_BODY",
      `The body is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
  try {
    return { input: readRunInput(body, onWarning), format };
  } catch (error) {
    if (isProtocolError(error)) return toRefusal("INVALID_INPUT", error.message);
    throw error;
  }
}
