/** Stores and reads a person's two-step login. */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { getKeyring } from '#server/database/secrets/keyring-plugin.ts'
import { seal, unseal, type Sealed } from '#server/database/secrets/seal.ts'
import { RequestError } from '#server/errors.ts'
import { toPeriod } from './app-code.ts'
import type { NewRecoveryCodes } from './recovery-codes.ts'

/** `secret`: encrypted. `salt`: null while the person is setting it up. */
export type SecondStep = { secret: Sealed; onSince: string | null; salt: string | null }

/** Reads the second step; undefined without two-step login. */
export function readSecondStep(
  database: Database | Work,
  personId: string,
): Promise<SecondStep | undefined> {
  return database
    .selectFrom('secondSteps')
    .select(['secret', 'onSince', 'salt'])
    .where('personId', '=', personId)
    .executeTakeFirst()
}

/** Throws KeyError if the server's key can't decrypt it. */
export function openSecret(database: Database, personId: string, secret: Sealed): string {
  return unseal(getKeyring(database), toLocation(personId), secret)
}

/** Stores a secret that is not in use yet. False if two-step login is on. */
export async function startSetup(
  database: Database,
  personId: string,
  secret: string,
): Promise<boolean> {
  const sealed = seal(getKeyring(database), toLocation(personId), secret)
  const stored = await database
    .insertInto('secondSteps')
    .values({ personId, secret: sealed })
    .onConflict((row) =>
      row
        .column('personId')
        .doUpdateSet({ secret: sealed })
        .where('secondSteps.onSince', 'is', null),
    )
    .returning('personId')
    .executeTakeFirst()
  return stored !== undefined
}

/** `period`: of the code that was checked with `secret`. False if another secret is stored, or it is already on. */
export async function turnOn(
  work: Work,
  personId: string,
  { secret, period }: { secret: Sealed; period: number },
  codes: NewRecoveryCodes,
): Promise<boolean> {
  const turned = await work
    .updateTable('secondSteps')
    .set({ onSince: sql<string>`now()`, salt: codes.salt })
    .where('personId', '=', personId)
    .where('secret', '=', secret)
    .where('onSince', 'is', null)
    .returning('personId')
    .executeTakeFirst()
  if (!turned) return false
  await storeRecoveryCodes(work, personId, codes)
  await sql`insert into used_codes (person_id, period) values (${personId}, ${period})
    on conflict (person_id) do update set period = excluded.period`.execute(work)
  return true
}

/** Deletes the second step and its recovery codes. False if there was none. */
export async function turnOff(work: Work, personId: string): Promise<boolean> {
  const step = work.deleteFrom('secondSteps').where('personId', '=', personId)
  return (await step.executeTakeFirst()).numDeletedRows > 0n
}

/** Whether the person's logins need a code. */
export async function isOn(work: Database | Work, personId: string): Promise<boolean> {
  return Boolean((await readSecondStep(work, personId))?.onSince)
}

/** Replaces the recovery codes. */
export async function replaceRecoveryCodes(
  work: Work,
  personId: string,
  codes: NewRecoveryCodes,
): Promise<void> {
  await work
    .updateTable('secondSteps')
    .set({ salt: codes.salt })
    .where('personId', '=', personId)
    .execute()
  await work.deleteFrom('recoveryCodes').where('personId', '=', personId).execute()
  await storeRecoveryCodes(work, personId, codes)
}

export async function countRecoveryCodes(database: Database, personId: string): Promise<number> {
  const left = database.selectFrom('recoveryCodes').where('personId', '=', personId)
  const { count } = await left
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Uses up the period of a correct code: false if a code of this period or a later one was accepted before, also by a
 * login at the same moment. A period far ahead was stored by a clock that was ahead, and is replaced (SPEC C36).
 */
export async function usePeriod(
  work: Work,
  personId: string,
  { secret, period, now }: { secret: Sealed; period: number; now: number },
): Promise<boolean> {
  const farAhead = toPeriod(now) + 2
  const step = await readSecondStep(work, personId)
  if (!step?.onSince || step.secret !== secret) return false
  const { rows } =
    await sql`insert into used_codes as used (person_id, period) values (${personId}, ${period})
    on conflict (person_id) do update set period = excluded.period
      where used.period < excluded.period or used.period > ${farAhead}
    returning person_id`.execute(work)
  return rows.length > 0
}

/** Uses up a recovery code. False if there is none, or it was used before. */
export async function useRecoveryCode(
  work: Work,
  personId: string,
  hash: string,
): Promise<boolean> {
  const used = await work
    .deleteFrom('recoveryCodes')
    .where('personId', '=', personId)
    .where('hash', '=', hash)
    .returning('personId')
    .executeTakeFirst()
  return used !== undefined
}

export function alreadyOnError(): RequestError {
  return new RequestError(409, 'Two-step login is already on. Turn it off first.')
}

async function storeRecoveryCodes(
  work: Work,
  personId: string,
  { hashes }: NewRecoveryCodes,
): Promise<void> {
  const rows = hashes.map((hash) => ({ personId, hash }))
  await work.insertInto('recoveryCodes').values(rows).execute()
}

/** A secret copied to another person can't be decrypted (SPEC S13). */
function toLocation(personId: string) {
  return { userId: personId, table: 'second_steps', field: 'secret', id: 0 }
}
