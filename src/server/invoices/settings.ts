/** How the account bills its brokers (SPEC C166), and the first number of its invoices (SPEC C344). */
import { namesOf } from '#core/entities/entity.ts'
import {
  billingSettingsFields,
  billingSettingsMessages,
  billingSettingsSchema,
  type BillingSettings,
  type SavedBillingSettings,
} from '#core/invoices/settings.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, versionConflict } from '#server/errors.ts'

const COLUMNS = [...namesOf(billingSettingsFields), 'version'] as const

type Settings = BillingSettings & { version: number }
type Numbers = { first: number; last: number }

const FIRST_NUMBER = 1

/** Reads the settings; before the first save, the defaults with version 0. */
export async function readBillingSettings(
  work: Database | Work,
  userId: string,
): Promise<Settings> {
  const saved = await selectSettings(work, userId).executeTakeFirst()
  return saved ?? { ...billingSettingsSchema.parse({}), version: 0 }
}

/** Reads the settings with the numbers of the invoices: once one is approved, with the number that its sequence began with. */
export async function readShownSettings(
  work: Database | Work,
  userId: string,
): Promise<SavedBillingSettings> {
  const settings = await readBillingSettings(work, userId)
  return withNumbers(settings, await readNumbers(work, userId))
}

/**
 * `version`: the version of the settings that the user saw. Throws 412 if it is not the current one, and 400 for another
 * first number once an invoice is approved.
 */
export function saveBillingSettings(
  database: Database,
  userId: string,
  values: BillingSettings,
  version: number | undefined,
): Promise<SavedBillingSettings> {
  return inTransaction(database, async (work) => {
    const before = await selectSettings(work, userId).forNoKeyUpdate().executeTakeFirst()
    const current = before ?? { ...billingSettingsSchema.parse({}), version: 0 }
    const numbers = await readNumbers(work, userId)
    if (version !== undefined && version !== current.version)
      throw versionConflict(withNumbers(current, numbers))
    const firstNumber = chooseFirstNumber(values, current, numbers)
    const row = { ...values, termsDays: values.termsDays ?? 0, firstNumber }
    const saved = before
      ? await updateSettings(work, userId, row)
      : await insertSettings(work, userId, row)
    if (saved) return withNumbers(saved, numbers)
    const other = await selectSettings(work, userId).executeTakeFirst()
    throw versionConflict(other && withNumbers(other, numbers))
  })
}

/** Blank: as it is, or 1. Throws 400 if numbers are used and began with another one (SPEC C344). */
function chooseFirstNumber(
  { firstNumber }: BillingSettings,
  current: BillingSettings,
  numbers: Numbers | undefined,
): number {
  if (!numbers) return firstNumber ?? current.firstNumber ?? FIRST_NUMBER
  const { first, last } = numbers
  if (firstNumber !== null && firstNumber !== first)
    throw badField('firstNumber', billingSettingsMessages.fixedFirstNumber(first, last))
  return first
}

function updateSettings(work: Work, userId: string, row: BillingSettings) {
  return work
    .updateTable('billingSettings')
    .set({ ...row, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Returns nothing if someone else has just saved the first settings. */
function insertSettings(work: Work, userId: string, row: BillingSettings) {
  return work
    .insertInto('billingSettings')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
}

function withNumbers(settings: Settings, numbers: Numbers | undefined): SavedBillingSettings {
  const firstNumber = numbers?.first ?? settings.firstNumber ?? FIRST_NUMBER
  return { ...settings, firstNumber, lastNumber: numbers?.last ?? null }
}

/** The first and the last number of the sequence; nothing before the first approval. */
function readNumbers(work: Database | Work, userId: string): Promise<Numbers | undefined> {
  return work
    .selectFrom('invoiceNumbers')
    .select(['first', 'last'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

function selectSettings(work: Database | Work, userId: string) {
  return work.selectFrom('billingSettings').select(COLUMNS).where('userId', '=', userId)
}
