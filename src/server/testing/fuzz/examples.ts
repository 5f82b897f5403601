/** A request that a route accepts, from its description in the API: with what it requires, and nothing else. */
import type { Route } from './calls.ts'
import type { Schema } from './values.ts'

const DAY = /[dD]a(?:te|y)$|On$|^on$/

/** By the name of a parameter or property. */
const VALUES: Record<string, string> = {
  year: '2026',
  quarter: '2026-1',
  week: '2026-11-15',
  today: '2026-11-22',
  stage: 'due',
  basis: 'age',
  payee: 'owner:1',
  q: 'a',
  ids: '1',
  to: 'me@example.com',
  method: 'check',
  paymentMethod: 'check',
  total: '1.00',
}

/** Where a parameter and a property of the same name differ. */
const QUERY: Record<string, string> = {
  from: '2026-01-01',
  to: '2026-12-31',
  asOf: '2026-11-20',
  by: 'truck',
  before: '2026-11-20',
}

/** "?year=2026", or "" if the route requires no parameter. */
export function exampleQuery({ operation }: Route): string {
  const required = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required)
  const values = required.map(({ name }) => [
    name,
    QUERY[name] ?? VALUES[name] ?? exampleText(name),
  ])
  return values.length ? `?${new URLSearchParams(values)}` : ''
}

export function exampleBody({ operation }: Route): object {
  const [content] = Object.values(operation.requestBody?.content ?? {})
  const body = exampleValue('', content?.schema ?? {})
  return typeof body === 'object' && body !== null ? body : {}
}

function exampleValue(name: string, schema: Schema): unknown {
  const some = schema.anyOf ?? schema.oneOf
  if (name.endsWith('Id')) return 1
  // An amount is text or a number.
  if (some?.some(({ type }) => type === 'number')) return '1.00'
  if (some) return exampleValue(name, some[0] ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => exampleValue(name, one)))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties) return exampleObject(schema.properties, schema.required ?? [])
  if (schema.type === 'array') return [exampleValue(name, schema.items ?? {})]
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'object') return {}
  if (schema.type === 'null') return null
  return VALUES[name] ?? exampleText(name)
}

function exampleText(name: string): string {
  if (name.endsWith('Id')) return '1'
  return DAY.test(name) ? '2026-11-20' : 'Mine now'
}

function exampleObject(properties: Record<string, Schema>, required: readonly string[]): object {
  const entries = Object.entries(properties).filter(([name]) => required.includes(name))
  return Object.fromEntries(entries.map(([name, schema]) => [name, exampleValue(name, schema)]))
}
