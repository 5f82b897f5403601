/** An account that imports another's export has the same records (SPEC B50, B51). */
import { beforeAll, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'

const { app } = await testApp()
let source: Client
let target: Client

/** Names, notes and links that a careless export would change. */
const AWKWARD = [
  '=1+1',
  '+1 555',
  '-2 of "3"',
  '@home, Inc.',
  "'=quoted",
  "''",
  "O'Brien; Łukasz",
  'a,b',
  '"',
  '-12.00',
  'none',
]
const LINES = ' first\r\nsecond, "third"\n\ttab '

/** Entities that others link to come first. */
const ORDER: EntityName[] = [
  'drivers',
  'owners',
  'trucks',
  'trailers',
  'brokers',
  'dispatchers',
  'loads',
]

beforeAll(async () => {
  source = await signUp(app)
  target = await signUp(app)
  const ids: Record<string, unknown[]> = {}
  for (const name of ORDER) {
    ids[name] = []
    for (const [n, text] of AWKWARD.entries()) ids[name].push(await addRecord(name, n, text, ids))
  }
})

async function addRecord(
  name: EntityName,
  n: number,
  text: string,
  ids: Record<string, unknown[]>,
) {
  const entity = everyEntity.find((one) => one.name === name)
  if (!entity) throw new Error(name)
  const fields = Object.entries(entity.fields)
  const links = listReferences(entity.fields).map((link) => [link.name, ids[link.to]?.[n]])
  const texts = fields
    .filter(([, { control }]) => control === 'text')
    .map(([field]) => [field, text])
  const lines = fields.filter(([, { control }]) => control === 'lines')
  const { status, body } = await source.post(`/api/${name}`, {
    ...makeSample(name, n),
    ...Object.fromEntries(texts),
    ...Object.fromEntries(lines.map(([field]) => [field, n % 2 ? LINES : 'one line'])),
    ...(n % 3 ? Object.fromEntries(links) : {}),
    ...(name === 'loads' && n % 2 ? LOAD : {}),
  })
  expect([status, body.message]).toEqual([201, undefined])
  return body.id
}

const LOAD = {
  documents: [{ name: 'BOL, "signed"', pages: 2 }, ['=1']],
  settlementDate: null,
  deliveryStatus: 'in-transit',
  bolStatus: 'received',
  revenue: '99999999.99',
  weight: '0.01',
  pickupTime: '22:00-02:00',
  deliveryTime: '09:00',
  pieces: 24,
}

/** A record without values that differ between accounts: ids become labels. */
function pickUserValues(record: Body): Record<string, unknown> {
  const { labels, ...rest } = record
  const own = ['id', 'userId', 'createdAt', 'updatedAt', ...Object.keys(labels as object)]
  return {
    labels,
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !own.includes(name))),
  }
}

test.each(ORDER)(
  'B50 B51 %s are the same after an export from one account and an import into another',
  async (name) => {
    const file = await source.get(`/api/${name}/export.csv?sort=id`)
    const imported = await target.post(`/api/${name}/import`, file.text, {
      'content-type': 'text/csv',
    })
    expect(imported.body).toEqual({ imported: AWKWARD.length })
    const [before, after] = await Promise.all(
      [source, target].map(
        async (client) => (await client.get<Body[]>(`/api/${name}?sort=id`)).body,
      ),
    )
    expect(after?.map(pickUserValues)).toEqual(before?.map(pickUserValues))
    const again = await target.get(`/api/${name}/export.csv?sort=id`)
    expect(again.text).toBe(file.text)
  },
)
