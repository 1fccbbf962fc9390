/** Which pages of other origins may call an agent, for the browsers that enforce it. */
export interface CorsOptions {
  /**
   * The allowed origins, written as a browser sends them, such as `https://app.example` or
   * `http://localhost:5173`: no path, no slash at the end, no default port. `"*"` allows every page.
   */
  origins: readonly string[] | "*";
  /** Lets cookies and HTTP authentication along; not with `"*"`. */
  credentials?: boolean;
  /** The request headers that a page may set, beside `content-type`; whatever it asks for unless given. */
  allowHeaders?: readonly string[];
  /** The response headers that a page may read beside the ones it always may; `retry-after` unless given. */
  exposeHeaders?: readonly string[];
  /** How long a browser may rely on the answer to a preflight, in seconds; 600 unless given. */
  maxAge?: number;
}

const DEFAULT_MAX_AGE_SECONDS = 600;

/**
 * Creates what puts the CORS headers on every answer, refusals included: a page could not read why it
 * was refused without them. An origin that is not allowed gets none, and its browser keeps the answer from it.
 *
 * Throws a `TypeError` for an origin that no browser sends, and for credentials with `"*"`.
 * Source: Fetch Standard, "CORS protocol".
 */
export function createCors({
  origins,
  credentials = false,
  allowHeaders,
  exposeHeaders = ["retry-after"],
  maxAge = DEFAULT_MAX_AGE_SECONDS,
}: CorsOptions): (request: Request, headers: Headers) => void {
  if (origins === "*" && credentials) {
    throw new TypeError('CORS: browsers refuse credentials for origins "*"; name the origins.');
  }
  if (origins !== "*") for (const origin of origins) assertOrigin(origin);

  function allowedOrigin(request: Request): string | undefined {
    if (origins === "*") return "*";
    const origin = request.headers.get("origin");
    return origin !== null && origins.includes(origin) ? origin : undefined;
  }

  function answerPreflight(request: Request, headers: Headers): void {
    const asked = request.headers.get("access-control-request-headers");
    const allowed = allowHeaders === undefined ? asked : ["content-type", ...allowHeaders].join(", ");
    headers.set("access-control-allow-methods", "POST");
    if (allowed) headers.set("access-control-allow-headers", allowed);
    headers.set("access-control-max-age", String(maxAge));
    if (allowHeaders === undefined) headers.append("vary", "access-control-request-headers");
  }

  return (request, headers) => {
    // Also where there is none: an answer that was kept without it must not be given to a page.
    if (origins !== "*") headers.append("vary", "origin");
    const origin = allowedOrigin(request);
    if (origin === undefined) return;
    headers.set("access-control-allow-origin", origin);
    if (credentials) headers.set("access-control-allow-credentials", "true");
    if (isPreflight(request)) answerPreflight(request, headers);
    else if (exposeHeaders.length > 0) {
      headers.set("access-control-expose-headers", exposeHeaders.join(", "));
    }
  };
}

const isPreflight = ({ method, headers }: Request): boolean =>
  method === "OPTIONS" && headers.has("access-control-request-method");

function assertOrigin(origin: string): void {
  const written = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+$/.test(origin);
  // Of schemes that are not the web's, such as capacitor:, URL knows no origin.
  const normal = /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin).origin : origin;
  if (written && normal === origin) return;
  if (origin === "*")
    throw new TypeError('CORS: "*" is no origin of a list; for every page, give "*" itself.');
  const hint = URL.canParse(origin) && new URL(origin).origin !== "null" ? new URL(origin).origin : undefined;
  throw new TypeError(
    `CORS: "${origin}" is no origin as browsers send it${hint ? `; did you mean "${hint}"?` : ", such as https://app.example."}`,
  );
}
