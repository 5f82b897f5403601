/** Builds calls of every documented route, from valid to invalid. */
import { makeSample } from '#server/testing/samples.ts'
import { everyEntity } from '#core/entities/entities.ts'
import type { Chance } from './chance.ts'
import { BROKEN_BODIES, validValue, HOSTILE, invalidValue, type Schema } from './values.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Call = {
  method: Method
  url: string
  payload?: string
  headers: Record<string, string>
}

type Operation = {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
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

/** `ids`: ids of existing records. */
export function makeCall(route: Route, chance: Chance, ids: readonly number[]): Call {
  const { method, operation } = route
  const url = buildPath(route, chance, ids) + buildQuery(operation, chance)
  const payload = operation.requestBody ? buildBody(route, chance, ids) : undefined
  return {
    ...{ method, url, headers: buildHeaders(chance, payload) },
    ...(payload === undefined ? {} : { payload }),
  }
}

function buildPath({ path }: Route, chance: Chance, ids: readonly number[]): string {
  return path.replaceAll(/\{\w+\}/g, () =>
    chance.in(0.8) ? String(chance.oneOf(ids)) : encodeURIComponent(pickText(chance)),
  )
}

function buildQuery({ parameters = [] }: Operation, chance: Chance): string {
  const named = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const names = [...named, 'limit', 'offset', 'sort', 'search', 'name.from', 'userId', '']
  const query = new URLSearchParams()
  for (let left = chance.whole(4) - 1; left > 0; left--)
    query.append(chance.oneOf(names), chance.in(0.5) ? queryValue(chance) : pickText(chance))
  return query.size ? `?${query}` : ''
}

function queryValue(chance: Chance): string {
  return chance.oneOf(['5', 'id', '-id', 'name', '2026-11-20', 'none', 'a', '1,2', '-createdAt'])
}

function buildBody(route: Route, chance: Chance, ids: readonly number[]): string {
  if (chance.in(0.05)) return chance.oneOf(BROKEN_BODIES)
  const body = withLinks(rightBody(route, chance), chance, ids)
  return JSON.stringify(chance.in(0.4) ? body : invalidValue(body, chance))
}

function rightBody({ path, operation }: Route, chance: Chance): Record<string, unknown> {
  const entity = everyEntity.find(({ name }) => new RegExp(`^/api/${name}(/{id})?$`).test(path))
  if (entity) return makeSample(entity.name, chance.whole(100_000))
  const content = Object.values(operation.requestBody?.content ?? {})[0]
  const value = validValue(content?.schema ?? {}, chance)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Links to own records, to those of another account and to missing ones. */
function withLinks(body: Record<string, unknown>, chance: Chance, ids: readonly number[]) {
  const links = ['truckId', 'driverId', 'ownerId', 'brokerId'].filter((name) => name in body)
  return { ...body, ...Object.fromEntries(links.map((name) => [name, chance.oneOf(ids)])) }
}

function buildHeaders(chance: Chance, payload: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  if (payload !== undefined)
    headers['content-type'] = chance.in(0.97) ? 'application/json' : 'text/csv'
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
