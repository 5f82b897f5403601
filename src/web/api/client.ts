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

let onSignedOut: () => void = () => undefined

/** Who is told when the server no longer knows the session. */
export function whenSignedOut(tell: () => void): void {
  onSignedOut = tell
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

async function send(
  method: string,
  path: string,
  { body, headers, signal }: Sent,
): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { ...typeOf(body), ...headers },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw new ApiError(0, 'The server cannot be reached. Nothing you typed is lost.', error)
  })
  if (response.ok) return response
  if (response.status === 401 && path !== '/api/login') onSignedOut()
  throw await errorOf(response)
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
