/** The values in a database that a role must not see, by the declared permission of each table and field (SPEC C73). */
import { sql } from 'kysely'
import { chargedLoadFields, loadCharges } from '#core/charges/charges.ts'
import { entities, everyEntity } from '#core/entities/entities.ts'
import type { Fields } from '#core/fields/field.ts'
import { companyFields } from '#core/settings/company.ts'
import { everyTable } from '#core/tables.ts'
import type { Permission } from '#core/team/roles.ts'
import { canSeeField } from '#core/team/visible-listing.ts'
import type { Database } from '#server/database/open.ts'
import { snakeCase } from '#server/database/values.ts'

/**
 * Who sees a table: as it is declared, or as named here. `none`: no response has its values. `copies`: it has copies of other tables, whose values the tests look for.
 * A new table without a decision fails a test. Tables with declared fields have one decision for each field.
 */
const SEEN_BY: Record<string, Permission | 'none' | 'copies'> = {
  ...Object.fromEntries(everyTable.map(([name, { seenBy }]) => [name, seenBy])),
  comment_mentions: 'office',
  document_files: 'office',
  document_arrivals: 'loads',
  // The bytes of rate confirmations need `revenue`: document-access.test.ts.
  document_parts: 'none',
  // The total of a paper: readings.test.ts.
  readings: 'revenue',
  // Row by row, by the kind of the email: mails.test.ts.
  mails: 'none',
  mail_subjects: 'none',
  mail_files: 'none',
  mail_file_parts: 'none',
  mail_settings: 'office',
  invoice_loads: 'invoices',
  invoice_numbers: 'invoices',
  invoice_snapshots: 'copies',
  invoice_drift: 'invoices',
  export_files: 'copies',
  export_entries: 'copies',
  statement_drift: 'settlements',
  statement_loads: 'settlements',
  statement_numbers: 'settlements',
  statement_rule_sums: 'settlements',
  statement_snapshots: 'copies',
  audit: 'copies',
  idempotency_keys: 'copies',
  undo_records: 'copies',
  undo_secrets: 'none',
  attempts: 'none',
  encryption_keys: 'none',
  login_networks: 'none',
  recovery_codes: 'none',
  second_steps: 'none',
  sessions: 'none',
  used_codes: 'none',
  users: 'none',
  persons: 'none',
  import_columns: 'office',
  import_names: 'office',
  imports: 'office',
  sample_records: 'office',
  storage: 'admin',
  views: 'everyone',
}

/** Tables that have only ids, days and counts, the amounts of loads and lines, or the names of people and loads. */
const WITHOUT_OWN_VALUES = [
  'adjusted_loads',
  'document_arrivals',
  'escrow_rates',
  'factor_schedule_lines',
  'invoice_drift',
  'invoice_loads',
  'invoice_numbers',
  'members',
  'statement_loads',
  'statement_numbers',
  'statement_rule_sums',
  'storage',
  'team_settings',
  'upload_links',
]

const DECLARED: Record<string, Fields> = {
  ...Object.fromEntries(everyEntity.map(({ name, fields }) => [name, fields])),
  loads: { ...entities.loads.fields, ...chargedLoadFields },
  load_charges: loadCharges.fields,
  settings: companyFields,
}

/** Columns of a declared table that are not fields. Every office role sees them. */
const OWN_COLUMNS = [
  'id',
  'user_id',
  'version',
  'created_at',
  'updated_at',
  'week_number',
  'week_year',
  ...[
    'charge_count',
    'number',
    'payment_status_by_hand',
    'search_text',
    'old_double',
    'old_double_dot',
  ],
]

type Stored = { table: string; column: string; text: string }

/** Tables with their own texts or amounts that a member with these permissions does not see. */
export function listHiddenTables(permissions: ReadonlySet<Permission>): string[] {
  const hidden = Object.keys(SEEN_BY).filter((table) => {
    const seenBy = SEEN_BY[table]
    return seenBy !== 'none' && seenBy !== 'copies' && !permissions.has(seenBy as Permission)
  })
  return hidden.filter((table) => !WITHOUT_OWN_VALUES.includes(table))
}

/** The tables and columns that no decision covers. */
export async function listUndecided(database: Database): Promise<string[]> {
  const tables = await listTables(database)
  const undecided = tables.filter((table) => !SEEN_BY[table] && !DECLARED[table])
  const columns = (await readColumns(database)).filter(({ table, column }) => {
    const fields = DECLARED[table]
    return fields && !OWN_COLUMNS.includes(column) && !findField(fields, column)
  })
  return [...undecided, ...columns.map(({ table, column }) => `${table}.${column}`)]
}

/**
 * The texts and amounts that a member with these permissions must not get: values in columns that the member can't see, unless a
 * column that the member can see has the same value. Secrets are stored encrypted: pass them as `secrets`.
 */
export async function listHiddenTexts(
  database: Database,
  permissions: ReadonlySet<Permission>,
  secrets: string[],
): Promise<Map<string, string>> {
  const stored = await readStored(database)
  const isSeen = ({ table, column }: Stored) => {
    const fields = DECLARED[table]
    if (!fields) return permissions.has(SEEN_BY[table] as Permission)
    const field = findField(fields, column)
    return !field || canSeeField(field, permissions)
  }
  const seen = new Set(stored.filter(isSeen).map(({ text }) => text))
  const hidden = stored.filter((one) => !isSeen(one) && !seen.has(one.text))
  const texts = hidden.map(({ text, table, column }) => [text, `${table}.${column}`] as const)
  const sealed = permissions.has('secrets') ? [] : secrets.map((text) => [text, 'secret'] as const)
  return new Map([...texts, ...sealed])
}

/** Amounts with uneven cents, percentages with four decimals, and texts that a test planted. An email is stored in lower case. */
export function isPlanted(text: string): boolean {
  return /^-?\d{3,}\.(?!\d0)\d\d$|^\d\.\d{4}$/.test(text) || /zq/i.test(text)
}

async function readStored(database: Database): Promise<Stored[]> {
  const stored: Stored[] = []
  for (const table of await listTables(database)) {
    if (['none', 'copies'].includes(SEEN_BY[table] ?? '')) continue
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(record) as row from ${sql.table(table)} as record`.execute(database)
    stored.push(...rows.flatMap(({ row }) => listPlanted(table, row)))
  }
  return stored
}

function listPlanted(table: string, row: Record<string, unknown>): Stored[] {
  const stored = Object.entries(row).flatMap(([column, value]) =>
    listLeaves(value).map((text) => ({ table, column, text })),
  )
  return stored.filter(({ text }) => isPlanted(text))
}

/** The texts and numbers of a value, which may be a list or an object. */
function listLeaves(value: unknown): string[] {
  if (typeof value === 'number')
    return [Number(value.toFixed(2)) === value ? value.toFixed(2) : String(value)]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listLeaves)
  return [String(value)]
}

function findField(fields: Fields, column: string) {
  const name = Object.keys(fields).find((field) => snakeCase(field) === column)
  return name === undefined ? undefined : fields[name]
}

async function listTables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> 'migrations'`.execute(database)
  return rows.map(({ name }) => name)
}

async function readColumns(database: Database) {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column
    from information_schema.columns where table_schema = 'public'`.execute(database)
  return rows
}
