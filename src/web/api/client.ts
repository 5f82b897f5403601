/** The only module that calls the server. */
import {
  ACCOUNT_HEADER,
  CLOSED_QUESTION,
  CLOSED_REASON_HEADER,
  SETTLED,
  TOTAL_COUNT_HEADER,
  type ErrorResponse,
} from '#core/api.ts'
import { CANCELED_MESSAGE } from '#core/messages.ts'
import type { SettledQuestion } from '#core/settlements/adjustments/settled-change.ts'
import { rememberSave } from './own-saves.ts'
import { askClosedMonth, askSettled } from './server-questions.ts'

/** An unsuccessful response; `status` is 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Record<string, string[]> | undefined
  readonly body: unknown

  constructor(status: number, message: string, body: unknown) {
    super(message)
    this.status = status
    this.body = body
    this.fields = (body as Partial<ErrorResponse> | undefined)?.fields
  }
}

/** A Blob is sent as it is, with its own type; any other body as JSON. */
type RequestOptions = {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** For a Blob: the share of it that was sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** `isChange`: the call changes data. Resolves to true once the user has signed in again. */
type SessionEndHandler = (isChange: boolean) => Promise<boolean>

let onSessionEnd: SessionEndHandler = () => Promise.resolve(false)

/** Sets the handler for a call that gets a 401. */
export function setSessionEndHandler(handler: SessionEndHandler): void {
  onSessionEnd = handler
}

type ForbiddenHandler = () => Promise<void>

let onForbidden: ForbiddenHandler = () => Promise.resolve()

/** Sets the handler for a call that gets a 403: the role may have been changed. */
export function setForbiddenHandler(handler: ForbiddenHandler): void {
  onForbidden = handler
}

/** Resolves to `saved` once the user has entered the company's details, to null if the user cancels. */
type CompanyHandler = () => Promise<'saved' | 'not-admin' | null>

let onCompanyNeeded: CompanyHandler = () => Promise.resolve('not-admin')

/** Sets the handler for a call that needs the company's details first (SPEC C341). */
export function setCompanyHandler(handler: CompanyHandler): void {
  onCompanyNeeded = handler
}

/** Asks for the company's details, for a link to a paper that needs them. */
export const needCompany: CompanyHandler = () => onCompanyNeeded()

let accountId: string | undefined

/** The account whose data the page shows. Each request names it, so that a page never reads or changes another account. */
export function setAccount(id: string | undefined): void {
  accountId = id
}

/** The address of a file in the page's account, for a link. `path`: "/api/…"; any other path is returned unchanged. */
export function fileAddress(path: string): string {
  if (accountId === undefined || !path.startsWith('/api/')) return path
  return `${path}${path.includes('?') ? '&' : '?'}${ACCOUNT_HEADER}=${accountId}`
}

/** Throws ApiError. */
export async function request<Result>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Result> {
  const response = await send(method, path, options)
  const body = await readBody(response)
  if (method !== 'GET') rememberSave(path, body)
  return body as Result
}

/** The bytes of a file. Throws ApiError. */
export async function requestBytes(path: string): Promise<ArrayBuffer> {
  const response = await send('GET', path, {})
  return response.arrayBuffer().catch((error: unknown) => {
    throw new ApiError(0, UNREACHABLE, error)
  })
}

/** A page of a list, and the number of all matching records (SPEC B20). */
export async function requestPage<Row>(path: string): Promise<{ rows: Row[]; total: number }> {
  const response = await send('GET', path, {})
  const rows = (await readBody(response)) as Row[]
  return { rows, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? rows.length) }
}

/** Callers of these paths handle a 401 themselves. */
const SIGN_IN_PATHS = new Set([
  '/api/login',
  '/api/login/second-step',
  '/api/logout',
  '/api/auth/user',
  '/api/signup/account',
  '/api/auth/account',
  '/api/invitation',
  '/api/password-reset',
])

async function send(method: string, path: string, options: RequestOptions): Promise<Response> {
  const response = await sendOnce(method, path, options)
  if (response.ok) return response
  const hasEnded = response.status === 401 && !SIGN_IN_PATHS.has(path)
  if (hasEnded && (await onSessionEnd(method !== 'GET'))) return send(method, path, options)
  if (response.status === 403 && !SIGN_IN_PATHS.has(path)) await onForbidden()
  const error = await readError(response)
  return sendAnswered(error, method, path, options)
}

/** Asks the user what the server asks on any screen, and sends the request again. Throws any other error. */
async function sendAnswered(
  error: ApiError,
  method: string,
  path: string,
  options: RequestOptions,
): Promise<Response> {
  if (readNeed(error) === 'company') {
    const company = await onCompanyNeeded()
    if (company === null) throw canceled()
    if (company === 'saved') return send(method, path, options)
  }
  const asked = readQuestion(error)
  if (asked === SETTLED) {
    const answer = await askSettled(error.body as SettledQuestion, path, options.headers ?? {})
    if (answer === null) throw canceled()
    return send(method, `${path}${path.includes('?') ? '&' : '?'}${SETTLED}=${answer}`, options)
  }
  if (asked !== CLOSED_QUESTION || options.headers?.[CLOSED_REASON_HEADER]) throw error
  const reason = await askClosedMonth(error.message)
  if (reason === null) throw canceled()
  const given = { [CLOSED_REASON_HEADER]: encodeURIComponent(reason) }
  return send(method, path, { ...options, headers: { ...options.headers, ...given } })
}

function canceled(): ApiError {
  return new ApiError(409, CANCELED_MESSAGE, undefined)
}

/** The field that the server asks to confirm (SPEC C11); null for any other error. */
export function readQuestion(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return (error.body as { confirm?: string } | undefined)?.confirm ?? null
}

/** What must be entered before the server accepts the same request; undefined for any other error. */
export function readNeed(error: unknown): ErrorResponse['needs'] {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  return (error.body as Partial<ErrorResponse> | undefined)?.needs
}

async function sendOnce(
  method: string,
  path: string,
  { body, headers, signal, onProgress }: RequestOptions,
): Promise<Response> {
  if (onProgress && body instanceof Blob) {
    const all = { ...accountHeader(path), ...contentType(body), ...headers }
    return sendWithProgress(method, path, { body, headers: all, onProgress })
  }
  return fetch(path, {
    method,
    credentials: 'include',
    headers: { ...accountHeader(path), ...contentType(body), ...headers },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw new ApiError(0, UNREACHABLE, error)
  })
}

type Upload = {
  body: Blob
  headers: Record<string, string>
  onProgress: (share: number) => void
}

/** `fetch` does not report how much of a body was sent. */
function sendWithProgress(method: string, path: string, upload: Upload): Promise<Response> {
  const { body, headers, onProgress } = upload
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    const fail = (error: unknown) => reject(new ApiError(0, UNREACHABLE, error))
    call.open(method, path)
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    call.onerror = fail
    call.onabort = fail
    call.onload = () => {
      const { status, statusText } = call
      const text = status === 204 ? null : call.responseText
      resolve(new Response(text, { status, statusText }))
    }
    call.send(body)
  })
}

const UNREACHABLE = "Can't reach the server. Your changes are still here; try again."

function accountHeader(path: string): Record<string, string> {
  return accountId === undefined || SIGN_IN_PATHS.has(path) ? {} : { [ACCOUNT_HEADER]: accountId }
}

function contentType(body: unknown): Record<string, string> {
  if (body === undefined) return {}
  return { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }
}

/** The message is the server's own, or "404: Not Found" (SPEC A8). */
async function readError(response: Response): Promise<ApiError> {
  const text = await response.text()
  const body = parseJson(text)
  const message = (body as Partial<ErrorResponse> | undefined)?.message
  return new ApiError(
    response.status,
    message ?? `${response.status}: ${text || response.statusText}`,
    body,
  )
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? undefined : parseJson(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
