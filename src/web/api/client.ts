/** The only place that calls the server. */
import { TOTAL_COUNT_HEADER, type ErrorAnswer } from '#core/api.ts'

/** An answer that is not a success; `status` 0 where no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Record<string, string[]> | undefined
  readonly body: unknown

  constructor(status: number, message: string, body: unknown) {
    super(message)
    this.status = status
    this.body = body
    this.fields = (body as Partial<ErrorAnswer> | undefined)?.fields
  }
}

/** A file is sent as it is, under its own type; anything else as JSON. */
type Sent = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }

/** `changing`: the call was to change something. True: the session is there again. */
type SessionEnded = (changing: boolean) => Promise<boolean>

let onSessionEnded: SessionEnded = () => Promise.resolve(false)

/** Who is asked when the server no longer knows the session. */
export function whenSessionEnds(ask: SessionEnded): void {
  onSessionEnded = ask
}

/** Throws ApiError. */
export async function request<Answer>(
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Answer> {
  const response = await send(method, path, sent)
  return (await bodyOf(response)) as Answer
}

/** A page of a list and how many records match in all (SPEC B20). */
export async function requestPage<Row>(path: string): Promise<{ rows: Row[]; total: number }> {
  const response = await send('GET', path, {})
  const rows = (await bodyOf(response)) as Row[]
  return { rows, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? rows.length) }
}

/** Whoever calls these knows by 401 that nobody is signed in, and goes on. */
const ASKING_WHO = new Set(['/api/login', '/api/logout', '/api/auth/user'])

async function send(method: string, path: string, sent: Sent): Promise<Response> {
  const response = await sendOnce(method, path, sent)
  if (response.ok) return response
  const ended = response.status === 401 && !ASKING_WHO.has(path)
  if (ended && (await onSessionEnded(method !== 'GET'))) return send(method, path, sent)
  throw await errorOf(response)
}

async function sendOnce(
  method: string,
  path: string,
  { body, headers, signal }: Sent,
): Promise<Response> {
  return fetch(path, {
    method,
    credentials: 'include',
    headers: { ...typeOf(body), ...headers },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw new ApiError(0, 'The server cannot be reached. Nothing you typed is lost.', error)
  })
}

function typeOf(body: unknown): Record<string, string> {
  if (body === undefined) return {}
  return { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }
}

/** SPEC A8: status code, colon, space, body text or status text; the server's own message where it has one. */
async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  const body = parsed(text)
  const message = (body as Partial<ErrorAnswer> | undefined)?.message
  return new ApiError(
    response.status,
    message ?? `${response.status}: ${text || response.statusText}`,
    body,
  )
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : parsed(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
