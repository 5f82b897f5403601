/**
 * Opens the real app in a light DOM, without a browser. It talks to a real server, where each test has a separate
 * account. A test can hold or replace what the server answers.
 */
import {
  act,
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { inject, vi } from 'vitest'
import type { EntityName } from '#core/fields/field.ts'
import type { Role } from '#core/team/roles.ts'
import { answerNeed, requireNoPapers } from '#server/testing/answer-needs.ts'
import { COMPANY } from '#server/testing/samples.ts'
import type {} from '#server/testing/provided.ts'
import { loadSpanish } from '#web/accounts/messages/use-texts.ts'
import { rememberLanguage } from '#web/api/language.ts'
import { queryClient } from '#web/api/queries.ts'
import { readSession } from '#web/api/session.ts'
import { forgetAnswers } from '#web/api/server-questions.ts'
import { App } from '#web/app.tsx'
import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'

type Answer = { status: number; body: unknown; headers?: Headers }
type Override = {
  method: string
  path: RegExp
  answer: (path: string, init: RequestInit) => Promise<Answer | undefined>
}
type Sent = { method: string; path: string; headers: Headers; body: unknown }
type LightWindow = { happyDOM: { setURL(url: string): void } }

export const PASSWORD = 'correct horse battery'
/** Texts that only screen readers see count too, and nothing is laid out: no element is hidden by its style. */
configure({ asyncUtilTimeout: 60_000, defaultHidden: true })

/** A person at the keyboard and the mouse. `keyboard('{Control>}{Enter}{/Control}')` presses keys. */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

let overrides: Override[] = []
const releases: (() => void)[] = []
const running = new Set<Promise<unknown>>()
let sent: Sent[] = []
let people = 0
let direct: typeof fetch = fetch

/** Before each test. */
export function startPage(): void {
  lightWindow().happyDOM.setURL(`${inject('componentServer')}/`)
  direct = window.fetch.bind(window)
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => track(answerOrSend(path, init)))
  // As a browser, the light DOM logs each failed or unfinished request, in a console that is not the tests'.
  const log = document.defaultView && Reflect.get(document.defaultView, 'console')
  if (log && log !== console) Object.assign(log, { error: () => undefined })
  // The light DOM loads no page: the app opens again, as after a reload.
  vi.spyOn(location, 'reload').mockImplementation(() => void open(location.pathname))
  vi.spyOn(location, 'assign').mockImplementation((address) => void open(String(address)))
}

/** After each test. */
export async function endPage(): Promise<void> {
  vi.useRealTimers()
  dismissToast()
  cleanup()
  // The next test has another account, which must not receive these answers.
  for (const release of releases.splice(0)) release()
  await waitForAnswers()
  vi.unstubAllGlobals()
  overrides = []
  sent = []
  queryClient.clear()
  discardUnsaved()
  forgetAnswers()
  rememberLanguage('en')
  localStorage.clear()
  sessionStorage.clear()
  document.body.innerHTML = ''
}

/** Signs up a new account that requires no papers to bill, and signs in as its Admin, Pat Doe. Returns the email. */
export async function enter(): Promise<string> {
  const email = await enterNew()
  await requireNoPapers(callOnce)
  return email
}

/** Signs up a new account as the product makes it (SPEC C343), and signs in as its Admin, Pat Doe. Returns the email. */
export async function enterNew(): Promise<string> {
  const email = newEmail()
  const names = { firstName: 'Pat', lastName: 'Doe' }
  await call('POST', '/api/signup', { email, password: PASSWORD, ...names })
  return email
}

/** Saves the company's details, which the first approval on a screen would ask for (SPEC C341). */
export async function enterCompany(): Promise<void> {
  await call('POST', '/api/settings', COMPANY)
}

/** Invites Sam Doe to the signed-in account and signs in as that person. Returns the email. `more`: `ownerId` or `driverId`. */
export async function becomeMember(role: Role, more: object = {}): Promise<string> {
  const email = newEmail()
  const invitation = { email, role, ...more }
  const { link } = await call<{ link: string }>('POST', '/api/team/invitations', invitation)
  cleanup()
  await signOut()
  const names = { firstName: 'Sam', lastName: 'Doe' }
  const token = link.split('#')[1]
  await call('POST', '/api/invitation', { token, password: PASSWORD, ...names })
  return email
}

/** Ends the session, which can be that of the test before. A request that ends later would be a 401, and open the login. */
export async function signOut(): Promise<void> {
  await waitForAnswers()
  // 401: no one is signed in.
  await direct('/api/logout', { method: 'POST' })
}

/** Signs in as another person of the test, by email. */
export async function becomePerson(email: string): Promise<void> {
  await signOut()
  await call('POST', '/api/login', { email, password: PASSWORD })
}

/** Unique in a run: the workers share the server. */
export function newEmail(): string {
  return `person${++people}.${crypto.randomUUID()}@example.com`
}

/**
 * Calls the server as the signed-in person. Enters what a paper needs and calls again (SPEC C341, C342). Throws an Error
 * with the response unless it succeeds.
 */
export async function call<Body = unknown>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const { status, ...first } = await callOnce(method, path, body)
  const answered = status === 409 && (await answerNeed(callOnce, path, first.body))
  const last = answered ? await callOnce(method, path, body) : { status, ...first }
  // A second need may follow the first.
  if (answered && last.status === 409) return call(method, path, body)
  if (last.status >= 400)
    throw new Error(`${method} ${path}: ${last.status} ${JSON.stringify(last.body)}`)
  return last.body as Body
}

async function callOnce(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const response = await direct(path, {
    method,
    headers: {
      'x-forwarded-for': `10.${Math.trunc(people / 250)}.${people % 250}.${new Date().getSeconds()}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? parse(text) : undefined }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Created = { id: number; [field: string]: unknown }

/** Creates a record through the API: `create('loads', makeSample('loads', 1))`, `create('billing', { truckId, … })`. */
export function create(list: EntityName | (string & {}), data: object): Promise<Created> {
  return call<Created>('POST', `/api/${list}`, data)
}

/** Opens a screen, as if its address was typed. */
export async function open(path: string): Promise<void> {
  cleanup()
  queryClient.clear()
  const { router } = await import('#web/routes.tsx')
  const { portalRouter } = await import('#web/portal/portal-routes.tsx')
  window.history.replaceState(null, '', path)
  for (const one of [router, portalRouter]) await one.navigate(path, { replace: true })
  // A text that loads during a click would suspend in its `act`.
  await loadSpanish()
  await readSession()
  // Not `render` alone: a part that is loaded already would suspend in it.
  await act(() => Promise.resolve(render(<App />)))
}

/** Lets the screens read an address that was replaced. A browser does so when it loads them, after the login. */
export async function readAddress(): Promise<void> {
  await act(() => Promise.resolve(window.dispatchEvent(new PopStateEvent('popstate'))))
}

/** What `Date` says from now on, in the zone of the tests. Timers still run. */
export function setClock(time: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
}

/** The answers to these requests wait until the returned function is called. */
export function hold(method: string, path: RegExp): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const release = () => resolve(undefined)
  overrides.push({ method, path, answer: () => promise })
  releases.push(release)
  return release
}

/** These requests get this answer instead of the server's. Status 0: no answer. Returns a function that ends it. */
export function answer(
  method: string,
  path: RegExp,
  status: number,
  body: unknown = '',
): () => void {
  const override = { method, path, answer: () => Promise.resolve({ status, body }) }
  overrides.push(override)
  return () => {
    overrides = overrides.filter((one) => one !== override)
  }
}

/** The server gets these requests, but their answers are lost. Returns a function that ends it. */
export function loseAnswer(method: string, path: RegExp): () => void {
  const send = async (address: string, init?: RequestInit) => {
    await direct(address, init)
    return { status: 0, body: '' }
  }
  const override = { method, path, answer: send }
  overrides.push(override)
  return () => {
    overrides = overrides.filter((one) => one !== override)
  }
}

/** Waits for a button by its full name or by a pattern. `within`: the dialog or row that has it. */
export function findButton(name: string | RegExp, inside?: HTMLElement): Promise<HTMLElement> {
  return (inside ? within(inside) : screen).findByRole('button', { name })
}

/** A button that is busy with an earlier click ignores the next one. */
const OFF = ':disabled, [aria-disabled=true]'

/** Clicks a button, once it is there, enabled and not busy. */
export async function press(name: string | RegExp, inside?: HTMLElement): Promise<void> {
  const ready = await waitFor(() => {
    const found = (inside ? within(inside) : screen).getByRole('button', { name })
    if (found.matches(OFF)) throw new Error(`Disabled: ${found.outerHTML}`)
    return found
  })
  await user.click(ready)
}

async function waitUntilEnabled(element: HTMLElement): Promise<void> {
  await waitFor(() => {
    if (element.matches(':disabled')) throw new Error(`Disabled: ${element.outerHTML}`)
  })
}

/** Waits for the field with this label, with or without the star of a required one. */
export function findField(label: string): Promise<HTMLInputElement> {
  return screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`))
}

/** Replaces the text of fields by their labels, one after the other, as a paste would. */
export async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = await findField(label)
    await waitUntilEnabled(field)
    await user.click(field)
    fireEvent.change(field, { target: { value } })
  }
}

/** Chooses an option of a picker by typing. */
export async function choose(label: string, text: string): Promise<void> {
  await user.click(await findField(label))
  fireEvent.change(await screen.findByPlaceholderText('Type to search'), {
    target: { value: text },
  })
  const [option] = await screen.findAllByRole('option', { name: new RegExp(text) })
  if (option) await user.click(option)
}

/** Waits for a toast with this text. */
export async function findToast(text: string | RegExp): Promise<HTMLElement> {
  const found = await screen.findByText(text, { selector: 'li[data-state=open] *' })
  return found.closest('li') ?? found
}

/** A toast outlives the page that it was shown on. */
function dismissToast(): void {
  const close = document.querySelector('li[data-state=open] button[aria-label]')
  if (close) fireEvent.click(close)
}

async function answerOrSend(path: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', headers, body } = init
  sent.push({ method, path, headers: new Headers(headers), body })
  const found = overrides.findLast((one) => one.method === method && one.path.test(path))
  const given = await found?.answer(path, init)
  // A canceled request is answered too: the light DOM would log it.
  if (!given) return direct(path, { ...init, signal: null })
  if (given.status === 0) throw new TypeError('Failed to fetch')
  const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body)
  return new Response(text, { status: given.status, headers: given.headers ?? {} })
}

function track<Result>(request: Promise<Result>): Promise<Result> {
  running.add(request)
  const end = () => running.delete(request)
  request.then(end, end)
  return request
}

function lightWindow(): LightWindow {
  return window as unknown as LightWindow
}

/** The requests that the screens have sent since the test began. */
export function listSent(method?: string): Sent[] {
  return sent.filter((one) => method === undefined || one.method === method)
}

/** The JSON that the last request with this method had. */
export function readSent(method: string): unknown {
  return JSON.parse(String(listSent(method).at(-1)?.body))
}

/** Waits for a text, also a part of a longer one. Returns the smallest element that has all of it. */
export function findText(text: string | RegExp, inside?: Element): Promise<HTMLElement> {
  return waitFor(() => {
    const found = smallestWith(text, inside ?? document.body)
    if (!found) throw new Error(`"${String(text)}" is not shown`)
    return found as HTMLElement
  })
}

/** Waits until a text is not shown, not even as a part of a longer one. */
export function findNoText(text: string | RegExp, inside?: Element): Promise<void> {
  return waitFor(() => {
    if (smallestWith(text, inside ?? document.body)) throw new Error(`"${String(text)}" is shown`)
  })
}

function smallestWith(text: string | RegExp, element: Element): Element | undefined {
  const content = element.textContent.replaceAll(/\s+/g, ' ')
  if (typeof text === 'string' ? !content.includes(text) : !text.test(content)) return undefined
  for (const child of element.children) {
    const found = smallestWith(text, child)
    if (found) return found
  }
  return element
}

/** These requests get the server's answer, with its JSON changed. */
export function changeAnswer(path: RegExp, change: (body: never) => unknown): void {
  const send = async (address: string, init?: RequestInit) => {
    const response = await direct(address, init)
    const { status, headers } = response
    return { status, headers, body: change((await response.json()) as never) }
  }
  overrides.push({ method: 'GET', path, answer: send })
}

/** Waits until no request is running. */
export async function waitForAnswers(): Promise<void> {
  while (running.size) await Promise.allSettled(running)
}
