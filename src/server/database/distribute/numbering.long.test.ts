/** Ids that triggers assign on workers, with the test double of Citus. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeBackup } from '#server/database/backup/backup.ts'
import { restoreBackup } from '#server/database/backup/restore.ts'
import { withSession } from '#server/database/backup/session.ts'
import { citusDatabase } from '#server/testing/citus-double/citus-database.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { distributeTables } from './distribute.ts'
import { readReadiness } from './readiness.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-numbering-'))
const backup = path.join(folder, 'source')
afterAll(() => rm(folder, { recursive: true, force: true }))

const ACCOUNT = '00000000-0000-0000-0000-000000000001'
/** The first number of a worker's range. */
const startOf = (group: bigint) => (group << 48n) + 1n
const LARGEST = { 1: startOf(1n) + 700n, 2: startOf(2n) + 5n }

/** An account whose log two workers of another cluster have numbered. */
async function makeSource(): Promise<string> {
  const connection = await freshDatabase()
  await withSession(connection, async (session) => {
    await session.query('alter table audit disable trigger user')
    await session.query(`insert into users (id) values ('${ACCOUNT}')`)
    await session.query(`insert into audit (user_id, id, save_id, action, subject) overriding system value
      select '${ACCOUNT}', id, id, 'created', 'loads' from unnest(array[3, ${LARGEST[1]}, ${LARGEST[2]}]::bigint[]) as id`)
    await session.query('alter table audit enable trigger user')
  })
  return connection
}

const nextOf = (connection: string, sequence: string) =>
  withSession(connection, async (session) => {
    const { rows } = await session.query<{ next: string }>(`select nextval('${sequence}') as next`)
    return BigInt(rows[0]?.next ?? 0)
  })

test('C265 A restore into a distributed database sets the workers’ sequences past the existing ids', async () => {
  await writeBackup(await makeSource(), backup)
  const { connection, roles } = await citusDatabase()
  await withSession(connection, (session) => distributeTables(session, roles))
  await restoreBackup(connection, backup)
  expect(await nextOf(connection, 'worker_1.audit_id_seq')).toBe(LARGEST[1] + 1n)
  expect(await nextOf(connection, 'worker_2.audit_id_seq')).toBe(LARGEST[2] + 1n)
  expect(await nextOf(connection, 'worker_2.statement_rule_sums_id_seq')).toBe(startOf(2n))
})

test('C265 A distribution sets the workers’ sequences, and a second run finishes the first', async () => {
  await writeBackup(await makeSource(), backup)
  const { connection, roles } = await citusDatabase()
  await restoreBackup(connection, backup)
  const distribute = () => withSession(connection, (session) => distributeTables(session, roles))
  expect(await distribute()).toMatchObject({ rows: 4n, sequences: 2 })
  expect(await nextOf(connection, 'worker_1.audit_id_seq')).toBe(LARGEST[1] + 1n)
  await withSession(connection, (session) =>
    session.query('alter sequence worker_2.audit_id_seq restart'),
  )
  const { left } = await withSession(connection, (session) => readReadiness(session, roles))
  expect(left).toEqual(["1 sequences of workers that are behind their tables' ids"])
  expect(await distribute()).toMatchObject({ rows: 0n, sequences: 1 })
  expect(await distribute()).toMatchObject({ sequences: 0 })
  expect(await nextOf(connection, 'worker_1.audit_id_seq')).toBe(LARGEST[1] + 2n)
  expect(await nextOf(connection, 'worker_2.audit_id_seq')).toBe(LARGEST[2] + 1n)
})
