/** The accountant's names of accounts and items (SPEC C220). */
import { findAccountKind } from '#core/books/account-kinds.ts'
import type { AccountMap, AccountMapping } from '#core/books/books.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, versionConflict } from '#server/errors.ts'

const COLUMNS = ['accounts', 'version'] as const
const NEVER_SAVED: AccountMap = { accounts: [], version: 0 }

export async function readAccountMap(work: Database | Work, userId: string): Promise<AccountMap> {
  return (await selectMap(work, userId).executeTakeFirst()) ?? NEVER_SAVED
}

/** Throws 400 for an unknown kind, 412 if someone else saved after `version`. */
export function saveAccountMap(
  database: Database,
  userId: string,
  accounts: readonly AccountMapping[],
  version: number | undefined,
): Promise<AccountMap> {
  const unknown = accounts.find(({ kind }) => !findAccountKind(kind))
  if (unknown) throw badField('accounts', `“${unknown.kind}” is no kind of account`)
  const named = accounts.filter(({ account, item }) => account !== '' || item !== '')
  return inTransaction(database, async (work) => {
    const before = await selectMap(work, userId).forNoKeyUpdate().executeTakeFirst()
    const current = before ?? NEVER_SAVED
    if (version !== undefined && version !== current.version) throw versionConflict(current)
    const saved = before
      ? await updateMap(work, userId, named)
      : await work
          .insertInto('accountMap')
          .values({ userId, accounts: JSON.stringify(named) })
          .onConflict((row) => row.columns(['userId']).doNothing())
          .returning(COLUMNS)
          .executeTakeFirst()
    if (!saved) throw versionConflict(await readAccountMap(work, userId))
    return saved
  })
}

function updateMap(work: Work, userId: string, accounts: readonly AccountMapping[]) {
  return work
    .updateTable('accountMap')
    .set({ accounts: JSON.stringify(accounts), ...NEXT_VERSION })
    .where('userId', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirst()
}

function selectMap(work: Database | Work, userId: string) {
  return work.selectFrom('accountMap').select(COLUMNS).where('userId', '=', userId)
}
