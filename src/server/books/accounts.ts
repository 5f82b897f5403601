/** The account map: the accountant's names for accounts and items (SPEC C220). */
import { sql } from 'kysely'
import { findAccountKind } from '#core/books/account-kinds.ts'
import { booksMessages, type AccountMap, type AccountMapping } from '#core/books/books.ts'
import type { FactoringMethod } from '#core/books/factoring-methods.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, versionConflict } from '#server/errors.ts'

const COLUMNS = ['accounts', 'factoring', 'version'] as const
const NEVER_SAVED = { accounts: [], factoring: null, version: 0 }

export async function readAccountMap(work: Database | Work, userId: string): Promise<AccountMap> {
  const saved = await selectMap(work, userId).executeTakeFirst()
  return { ...(saved ?? NEVER_SAVED), isFactoringFixed: await isFactoringFixed(work, userId) }
}

/** Locks the account map until the transaction ends, so that no one changes how factored invoices are recorded. */
export async function lockAccountMap(work: Work, userId: string): Promise<void> {
  await selectMap(work, userId).forShare().execute()
}

type Changes = {
  accounts: readonly AccountMapping[]
  factoring?: FactoringMethod | null | undefined
}

/**
 * If `factoring` is undefined, it does not change. Throws 400 for an unknown kind, 400 if a file that was made already fixes
 * how factored invoices are recorded, and 412 if someone else saved after `version`.
 */
export function saveAccountMap(
  database: Database,
  userId: string,
  { accounts, factoring }: Changes,
  version: number | undefined,
): Promise<AccountMap> {
  const unknown = accounts.find(({ kind }) => !findAccountKind(kind))
  if (unknown) throw badField('accounts', `“${unknown.kind}” is not a kind of account`)
  const named = accounts.filter(({ account, item }) => account !== '' || item !== '')
  return inTransaction(database, async (work) => {
    const before = await selectMap(work, userId).forUpdate().executeTakeFirst()
    const current = before ?? NEVER_SAVED
    if (version !== undefined && version !== current.version)
      throw versionConflict(await readAccountMap(work, userId))
    const chosen = factoring === undefined ? current.factoring : factoring
    if (chosen !== current.factoring && (await isFactoringFixed(work, userId)))
      throw badField('factoring', booksMessages.methodFixed)
    const values = { accounts: JSON.stringify(named), factoring: chosen }
    const saved = before
      ? await work
          .updateTable('accountMap')
          .set({ ...values, ...NEXT_VERSION })
          .where('userId', '=', userId)
          .returning('id')
          .executeTakeFirst()
      : await work
          .insertInto('accountMap')
          .values({ userId, ...values })
          .onConflict((row) => row.columns(['userId']).doNothing())
          .returning('id')
          .executeTakeFirst()
    const now = await readAccountMap(work, userId)
    if (!saved) throw versionConflict(now)
    return now
  })
}

async function isFactoringFixed(work: Database | Work, userId: string): Promise<boolean> {
  const { rows } = await sql<{ fixed: boolean }>`
    select has_exported_factoring(${userId}) as fixed`.execute(work)
  return rows[0]?.fixed ?? false
}

function selectMap(work: Database | Work, userId: string) {
  return work.selectFrom('accountMap').select(COLUMNS).where('userId', '=', userId)
}
