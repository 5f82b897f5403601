/** Reads the charges of loads (SPEC C100). */
import { sql } from 'kysely'
import { chargeFields, type StoredCharge } from '#core/charges/charges.ts'
import { nameCharge } from '#core/charges/kinds.ts'
import type { ChargesOfLoad } from '#core/charges/requests.ts'
import type { Member } from '#core/team/member.ts'
import { hideFields } from '#core/team/visible-listing.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

const STAMPS = ['id', 'version', 'createdAt', 'updatedAt']

const COLUMNS = sql.join([...STAMPS, ...Object.keys(chargeFields)].map((name) => sql.ref(name)))

/** The charges of a load in their order. */
export async function readCharges(
  work: Database | Work,
  userId: string,
  loadId: number,
): Promise<StoredCharge[]> {
  const { rows } = await sql<StoredCharge>`select ${COLUMNS} from load_charges
    where user_id = ${userId} and load_id = ${loadId} order by number, id`.execute(work)
  return rows
}

/** Charges by load. Loads without charges are left out. */
export async function readChargesOfLoads(
  work: Database | Work,
  userId: string,
  loadIds: number[],
): Promise<Map<number, StoredCharge[]>> {
  if (!loadIds.length) return new Map()
  const { rows } = await sql<
    StoredCharge & { loadId: number }
  >`select load_id, ${COLUMNS} from load_charges
    where user_id = ${userId} and load_id = any(${loadIds}) order by load_id, number, id`.execute(
    work,
  )
  return Map.groupBy(rows, ({ loadId }) => loadId)
}

/** The load of a charge; null if the charge was deleted. */
export async function findLoadOfCharge(
  work: Database | Work,
  userId: string,
  id: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ loadId: number }>`select load_id from load_charges
    where user_id = ${userId} and id = ${id}`.execute(work)
  return rows[0]?.loadId ?? null
}

/** The names of the load's approved charges whose approval the document shows: "Detention", "Other “Chains”". */
export async function findApprovedBy(
  work: Work,
  userId: string,
  loadId: number,
  documentId: number,
): Promise<string[]> {
  const { rows } = await sql<Pick<StoredCharge, 'kind' | 'description'>>`
    select kind, description from load_charges where user_id = ${userId} and load_id = ${loadId}
      and document_id = ${documentId} and approval = 'approved' order by number, id`.execute(work)
  return rows.map(({ kind, description }) =>
    description ? `${nameCharge(kind)} “${description}”` : nameCharge(kind),
  )
}

type LoadSums = { version: number; revenue: string; billedTotal: string }

/** The charges as the member sees them: without amounts, if the role hides the revenue. Throws 404. */
export async function readChargesOf(
  work: Database | Work,
  { accountId: userId, permissions }: Pick<Member, 'accountId' | 'permissions'>,
  loadId: number,
): Promise<ChargesOfLoad> {
  const { rows } = await sql<LoadSums>`select version, revenue, billed_total from loads
    where user_id = ${userId} and id = ${loadId}`.execute(work)
  const [load] = rows
  if (!load) throw notFound()
  const charges = await readCharges(work, userId, loadId)
  if (permissions.has('revenue')) return { ...load, charges }
  const { fields } = hideFields({ fields: chargeFields }, permissions)
  const seen = new Set([...STAMPS, ...Object.keys(fields)])
  return { version: load.version, charges: charges.map((charge) => pick(charge, seen)) }
}

function pick(charge: StoredCharge, names: ReadonlySet<string>): StoredCharge {
  const entries = Object.entries(charge).filter(([name]) => names.has(name))
  return Object.fromEntries(entries) as StoredCharge
}
