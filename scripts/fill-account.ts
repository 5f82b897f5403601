/** Fills an account with any number of loads from the last five years, in SQL. */
import { sql, type RawBuilder } from 'kysely'
import type { Work } from '#server/database/open.ts'

const LOADS_PER_TRUCK = 1000
const DAYS = 5 * 365
/** Settlements of these days are drafts. Older loads came from a spreadsheet, without settlements, because no office leaves years of drafts. */
const DRAFT_DAYS = 56
/** The newest loads: still in transit, unpaid, or without a BOL. */
const OPEN_PART = 0.03
/** Loads per SQL statement. The driver gives up after 30 seconds, and a million loads take longer. */
const BATCH = 10_000
const TRUCKS_PER_BATCH = 50

export const CITIES =
  `Dallas TX, Houston TX, El Paso TX, Laredo TX, Atlanta GA, Savannah GA, Macon GA, Chicago IL,
Joliet IL, Memphis TN, Nashville TN, Knoxville TN, Charlotte NC, Asheville NC, Raleigh NC,
Columbus OH, Toledo OH, Cleveland OH, Indianapolis IN, Gary IN, Detroit MI, Flint MI,
Kansas City MO, St. Louis MO, Joplin MO, Omaha NE, Denver CO, Pueblo CO, Phoenix AZ,
Tucson AZ, Fontana CA, Fresno CA, Stockton CA, Portland OR, Seattle WA, Spokane WA, Boise ID,
Salt Lake City UT, Reno NV, Albuquerque NM, Tulsa OK, Little Rock AR, Jackson MS, Mobile AL,
Birmingham AL, Tampa FL, Jacksonville FL, Miami FL, Columbia SC, Richmond VA, Harrisburg PA,
Allentown PA, Newark NJ, Albany NY, Buffalo NY, Boston MA, Hartford CT, Fargo ND`.split(/,\s/)
const FIRST = [
  'Maria',
  'James',
  'Łukasz',
  'Anh',
  'Robert',
  'Zoë',
  'Omar',
  'Linda',
  'Pavel',
  'Grace',
]
const LAST = [
  'Nguyễn',
  'Smith',
  'Kowalski',
  'García',
  'Brown',
  'Petrov',
  'Haddad',
  'Olsen',
  'Reyes',
]

/**
 * Fills an empty account. Runs in one transaction, so that the random values are the same each time.
 * Triggers are off, because they run once a row. This needs a superuser, such as the embedded server's role.
 */
export async function fillAccount(work: Work, userId: string, loads: number): Promise<void> {
  const trucks = Math.max(5, Math.round(loads / LOADS_PER_TRUCK))
  await sql`set local session_replication_role = replica`.execute(work)
  await sql`select setseed(0.5)`.execute(work)
  await insertPeople(work, userId, 'drivers', trucks + Math.ceil(trucks / 5))
  await insertPeople(work, userId, 'owners', Math.ceil(trucks / 4))
  await insertBrokers(work, userId, trucks * 4)
  await insertTrucks(work, userId, trucks)
  await insertLoads(work, userId, loads)
  await insertSettlements(work, userId)
}

/** Inserts records and their audit entries, each as one save. `label`: the column that names the record. */
async function insert(work: Work, table: string, label: string, rows: RawBuilder<unknown>) {
  await sql`with added as (insert into ${sql.table(table)} ${rows} returning *),
      logged as materialized (select added.*, nextval('audit_id_seq') as event_id from added)
    insert into audit (user_id, id, save_id, action, subject, subject_id, label, after) overriding system value
    select user_id, event_id, event_id, 'created', ${table}, id, ${sql.ref(label)}::text,
      audit_values(to_jsonb(logged) - 'event_id', null, '{}')
    from logged`.execute(work)
}

export function insertPeople(
  work: Work,
  userId: string,
  table: 'drivers' | 'owners',
  count: number,
) {
  const [names, values] =
    table === 'drivers'
      ? [
          sql`license_number, license_state, license_expiration`,
          sql`'D' || 4000000 + n, 'TX', current_date - 60 + n * 7 % 900`,
        ]
      : [sql`notes`, sql`null`]
  const rows = sql`(user_id, name, email, phone, address, payment_method, ${names})
    select ${userId}, ${pickValue(FIRST)} || ' ' || ${pickValue(LAST)} || ' ' || n, 'person' || n || '@example.com',
      '(555) 01' || n, n || ' Elm Street', 'check', ${values}
    from generate_series(1, ${count}::int) as n`
  return insert(work, table, 'name', rows)
}

export function insertBrokers(work: Work, userId: string, count: number): Promise<void> {
  const rows = sql`(user_id, company_name, mc_number, dot_number, phone)
    select ${userId}, ${pickValue(LAST)} || ' Freight ' || n, 'MC' || 210000 + n, 'DOT' || 910000 + n, '(555) 02' || n
    from generate_series(1, ${count}::int) as n`
  return insert(work, 'brokers', 'companyName', rows)
}

function insertTrucks(work: Work, userId: string, count: number): Promise<void> {
  const rows = sql`(user_id, truck_id, make, model, year, vin, owner_id, driver_id, status)
    select ${userId}, (1000 + n)::text, ${pickValue(['Freightliner', 'Kenworth', 'Volvo', 'Mack'])}, 'T' || n % 9,
      2012 + n % 14, 'VIN' || 100000 + n, ${pickId('owners', userId)}, ${pickId('drivers', userId)},
      case when n % 12 = 0 then 'maintenance' else 'active' end
    from generate_series(1, ${count}::int) as n`
  return insert(work, 'trucks', 'truckId', rows)
}

async function insertLoads(work: Work, userId: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += BATCH) {
    await insertLoadBatch(work, userId, count, from, Math.min(from + BATCH - 1, count))
  }
}

/** Oldest first, because the list shows the highest id first. */
function insertLoadBatch(work: Work, userId: string, count: number, from: number, to: number) {
  const open = sql`n > ${count}::int * (1 - ${OPEN_PART}::float8)`
  const rows = sql`(user_id, load_id, truck_id, driver_id, broker_id, cargo_type, weight,
      pickup_city, pickup_state, pickup_date, delivery_city, delivery_state, delivery_date,
      settlement_date, miles, revenue, delivery_status, payment_status, bol_status)
    select ${userId}, 'L-' || 1000000 + n, truck, driver, broker, 'Pallets', 12000 + n % 30000,
      left(away, -3), right(away, 2), day, left(home, -3), right(home, 2),
      case when ${open} and n % 4 = 0 then null else day + 2 end,
      day + 2 + (12 - extract(dow from day + 2)::int) % 7,
      200 + n % 2400, (400 + random() * 5200)::numeric(12, 2),
      case when ${open} then (array['scheduled', 'pending', 'in-transit', 'delivered'])[1 + n % 4] else 'delivered' end,
      case when ${open} then (array['unpaid', 'pending', 'overdue', 'paid'])[1 + n % 4]
        else (array['paid', 'processed'])[1 + n % 2] end,
      case when ${open} then (array['not-received', 'pending', 'received'])[1 + n % 3] else 'received' end
    from (select n, current_date - ${DAYS}::int + (n * ${DAYS}::float8 / ${count}::float8)::int as day,
        case when n % 50 = 0 then null else ${pickId('trucks', userId)} end as truck,
        case when n % 40 = 0 then null else ${pickId('drivers', userId)} end as driver,
        ${pickId('brokers', userId)} as broker, ${pickValue(CITIES)} as away, ${pickValue(CITIES)} as home
      from generate_series(${from}::int, ${to}::int) as n) as planned
    order by n`
  return insert(work, 'loads', 'loadId', rows)
}

/** A settlement with three lines for each truck and past settlement date. */
async function insertSettlements(work: Work, userId: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from trucks
    where user_id = ${userId} order by id`.execute(work)
  for (let first = 0; first < rows.length; first += TRUCKS_PER_BATCH) {
    const ids = rows.slice(first, first + TRUCKS_PER_BATCH).map(({ id }) => id)
    await insertTruckSettlements(
      work,
      sql`user_id = ${userId} and truck_id = any(${ids}::bigint[])`,
    )
  }
}

async function insertTruckSettlements(work: Work, condition: RawBuilder<unknown>) {
  const payee = (column: RawBuilder<unknown>) => sql`(select ${column} from trucks
      where trucks.user_id = loads.user_id and trucks.id = loads.truck_id)`
  const settlements = sql`(user_id, truck_id, owner_id, driver_id, settlement_date, start_date, end_date,
      total_revenue, gross_pay, fuel, insurance, tolls, total_expenses, net_payment)
    select user_id, truck_id, ${payee(sql`owner_id`)}, ${payee(sql`case when owner_id is null then driver_id end`)},
      settlement_date, settlement_date - 5, settlement_date + 1, revenue, revenue,
      fuel, 350, tolls, fuel + 350 + tolls, revenue - fuel - 350 - tolls
    from (select user_id, truck_id, settlement_date, sum(revenue) as revenue,
        (sum(revenue) * 0.15)::numeric(12, 2) as fuel, (1 + random() * 60)::numeric(12, 2) as tolls
      from loads where ${condition} and settlement_date < current_date
        and settlement_date >= current_date - ${DRAFT_DAYS}::int
      group by user_id, truck_id, settlement_date order by settlement_date, truck_id) as loads`
  await insert(work, 'billing', 'settlementDate', settlements)
  const lines = sql`(user_id, billing_id, truck_id, kind, category, amount, date)
    select user_id, id, truck_id, 'plain', line.category, line.amount, settlement_date
    from billing cross join lateral
      (values ('fuel', fuel), ('insurance', insurance), ('tolls', tolls)) as line (category, amount)
    where ${condition}`
  await insert(work, 'expenses', 'category', lines)
}

/** A random value of the list, a different one in each row. */
function pickValue(values: string[]): RawBuilder<string> {
  return sql`(${values}::text[])[1 + floor(random() * ${values.length}::int)::int]`
}

/** A random id of the account's records. They were inserted together, so that their ids have no gaps. */
function pickId(table: string, userId: string): RawBuilder<number> {
  const bound = (side: RawBuilder<unknown>) =>
    sql`(select ${side}(id) from ${sql.table(table)} where user_id = ${userId})`
  const [least, most] = [bound(sql.raw('min')), bound(sql.raw('max'))]
  return sql`(${least} + floor(random() * (${most} - ${least} + 1)))::bigint`
}
