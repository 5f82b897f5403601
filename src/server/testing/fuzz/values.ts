/** Hostile values, and values that a JSON schema allows. */
import type { Chance } from './chance.ts'

/** The part of JSON Schema that the API uses. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

const DEEP = '['.repeat(2000) + ']'.repeat(2000)

export const HOSTILE: readonly unknown[] = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e3',
    '0x1F',
    '1_000',
    '10.005',
    'NaN',
    'Infinity',
    '99999999999999999999',
  ],
  ...["'; drop table users; --", '" or 1=1 --', '${7*7}', '{{7*7}}', '%00', '..%2f..%2fetc/passwd'],
  ...[
    '=cmd|" /C calc"!A0',
    '<script>alert(1)</script>',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'é'.repeat(300),
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'none',
    'null',
    'true',
    '\u202eright to left',
    '🚚'.repeat(60),
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '2026-11-20T00:00:00Z',
    '03/04/2026',
    'now',
    'infinity',
  ],
  ...[0, -0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 63), 1e-9, 99999999.99, 100000000, 0.1 + 0.2],
  ...[
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { a: 1 },
    { toString: 1 },
    [1, 'x', null, {}],
    'x'.repeat(20_000),
  ],
]

/** Bodies that are not JSON objects. */
export const BROKEN_BODIES: readonly string[] = [
  ...[
    '',
    'null',
    '[]',
    '1',
    '"text"',
    '{',
    '{"a":',
    '{"a":1,}',
    '\u0000',
    '{"__proto__":{"admin":true}}',
  ],
  ...[
    DEEP,
    '{"a":1e999}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    '{"constructor":{"prototype":{"x":1}}}',
  ],
]

/** A value that the schema allows. */
export function validValue(schema: Schema, chance: Chance): unknown {
  const some = schema.anyOf ?? schema.oneOf
  // An amount can be text or a number.
  if (some?.some(({ type }) => type === 'number') && chance.in(0.8)) return '12.50'
  if (some) return validValue(chance.oneOf(some), chance)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => validValue(part, chance)))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.oneOf(schema.enum)
  if (schema.properties) return validObject(schema.properties, schema.required ?? [], chance)
  if (schema.type === 'array') return [validValue(schema.items ?? {}, chance)]
  return plainValue(schema.type, chance)
}

function validObject(
  properties: Record<string, Schema>,
  required: readonly string[],
  chance: Chance,
) {
  const isSent = (name: string) => chance.in(required.includes(name) ? 0.97 : 0.4)
  const entries = Object.entries(properties).filter(([name]) => isSent(name))
  return Object.fromEntries(entries.map(([name, schema]) => [name, validValue(schema, chance)]))
}

function plainValue(type: string | undefined, chance: Chance): unknown {
  if (type === 'number' || type === 'integer') return chance.whole(1000)
  if (type === 'boolean') return chance.in(0.5)
  if (type === 'null') return null
  return chance.oneOf([
    '12.50',
    '2026-11-20',
    'TX',
    'a@example.com',
    'Dallas',
    '(555) 010-2030',
    '7',
  ])
}

/** The same body with one to three fields that are hostile, missing or not allowed. */
export function invalidValue(
  body: Record<string, unknown>,
  chance: Chance,
): Record<string, unknown> {
  const names = [...Object.keys(body), 'id', 'userId', 'version', 'createdAt', 'netPayment']
  const invalidBody = { ...body }
  for (let left = 1 + chance.whole(3); left > 0; left--) {
    const name = chance.oneOf(names)
    if (chance.in(0.2)) delete invalidBody[name]
    else invalidBody[name] = chance.oneOf(HOSTILE)
  }
  return invalidBody
}
