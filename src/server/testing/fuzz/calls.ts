/** Builds calls of every documented route, from valid to invalid. */
import { makeSample } from '#server/testing/samples.ts'
import { everyEntity } from '#core/entities/entities.ts'
import type { Permission } from '#core/team/roles.ts'
import type { Chance } from './chance.ts'
import { kindOfPath, type KnownIds } from './known-ids.ts'
import { typicalValue } from './typical-values.ts'
import { HOSTILE_CSV, HOSTILE_PICTURES } from './files.ts'
import { BROKEN_BODIES, validValue, HOSTILE, invalidValue, type Schema } from './values.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type FuzzCall = {
  method: Method
  url: string
  payload?: string | Buffer
  headers: Record<string, string>
}

type Operation = {
  parameters?: { in: string; name: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  /** Not on routes without a session (SPEC C72). */
  'x-permission'?: Permission[]
}

/** The OpenAPI document of `/api/docs/json`. */
export type ApiPage = { paths: Record<string, Partial<Record<Lowercase<Method>, Operation>>> }

export type Route = { method: Method; path: string; operation: Operation }

export function listOperations({ paths }: ApiPage): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase() as Method,
      path,
      operation,
    })),
  )
}

export function makeCall(route: Route, chance: Chance, ids: KnownIds): FuzzCall {
  const { method, operation } = route
  const url = buildPath(route, chance, ids) + buildQuery(operation, chance, ids)
  const file = method === 'POST' ? FILES.find(({ path }) => path.test(route.path)) : undefined
  const body = operation.requestBody ? buildBody(route, chance, ids) : undefined
  const payload = file ? chance.oneOf(file.bodies) : body
  const type = file?.type ?? 'application/json'
  return {
    method,
    url,
    headers: buildHeaders(chance, payload === undefined ? undefined : type),
    ...(payload === undefined ? {} : { payload }),
  }
}

/** Routes whose body is a file. */
const FILES: { path: RegExp; type: string; bodies: (string | Buffer)[] }[] = [
  { path: /\/import(\/check)?$/, type: 'text/csv', bodies: HOSTILE_CSV },
  { path: /^\/api\/logos$/, type: 'image/png', bodies: HOSTILE_PICTURES },
]

function buildPath({ method, path }: Route, chance: Chance, ids: KnownIds): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) => {
    if (chance.in(0.1)) return encodeURIComponent(pickText(chance))
    if (name === 'zip') return '75201'
    // Most records must stay for the other calls.
    return String(ids.pick(kindOfPath(path.slice(0, at)), chance, method === 'DELETE' ? 0.15 : 0.8))
  })
}

function buildQuery({ parameters = [] }: Operation, chance: Chance, ids: KnownIds) {
  const declared = parameters.filter((one) => one.in === 'query')
  const names = [
    ...declared.map(({ name }) => name),
    ...['limit', 'offset', 'sort', 'search', 'name.from', 'userId', '', '__proto__'],
  ]
  const query = new URLSearchParams()
  for (const { name, required } of declared)
    if (required && chance.in(0.9)) query.append(name, queryValue(name, chance, ids))
  for (let left = chance.whole(4) - 1; left > 0; left--) {
    const name = chance.oneOf(names)
    query.append(name, chance.in(0.5) ? queryValue(name, chance, ids) : pickText(chance))
  }
  return query.size ? `?${query}` : ''
}

function queryValue(name: string, chance: Chance, ids: KnownIds): string {
  const typical = chance.in(0.8) ? typicalValue('', name, chance, ids) : undefined
  if (typical !== undefined) return String(typical)
  return chance.oneOf(['5', 'id', '-id', 'name', '2026-11-20', 'none', 'a', '1,2', '-createdAt'])
}

function buildBody(route: Route, chance: Chance, ids: KnownIds): string {
  if (chance.in(0.05)) return chance.oneOf(BROKEN_BODIES)
  const body = buildValidBody(route, chance, ids)
  return JSON.stringify(chance.in(0.5) ? body : invalidValue(body, chance))
}

function buildValidBody({ path, operation }: Route, chance: Chance, ids: KnownIds) {
  const entity = everyEntity.find(({ name }) => new RegExp(`^/api/${name}(/{id})?$`).test(path))
  const content = Object.values(operation.requestBody?.content ?? {})[0]
  const value = entity
    ? makeSample(entity.name, chance.whole(100_000))
    : validValue(content?.schema ?? {}, chance)
  const body = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  for (const name of Object.keys(body)) {
    const isLink = entity?.fields[name]?.to !== undefined
    const typical = !entity || isLink ? typicalValue(path, name, chance, ids) : undefined
    if (typical !== undefined) body[name] = typical
  }
  return body
}

/** `type`: undefined without a body. */
function buildHeaders(chance: Chance, type: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  if (type) headers['content-type'] = chance.in(0.97) ? type : 'text/html'
  if (chance.in(0.01)) headers['content-encoding'] = 'gzip'
  if (chance.in(0.1)) headers['if-match'] = chance.oneOf(['"1"', '*', 'x', '"99999999999"', ''])
  if (chance.in(0.1)) headers['idempotency-key'] = chance.oneOf(['k1', 'k2', 'x'.repeat(300), ''])
  if (chance.in(0.02)) headers.origin = 'https://evil.example'
  return headers
}

function pickText(chance: Chance): string {
  const value = chance.oneOf(HOSTILE)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.toWellFormed().slice(0, 300)
}
