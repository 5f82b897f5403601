/** Reads the checks of one broker and of all (SPEC C228–C233). */
import { sql } from 'kysely'
import { describeAnswer, isBondMissing } from '#core/broker-checks/answers.ts'
import {
  isCheckDue,
  type AllChecks,
  type BrokerBadge,
  type BrokerChecks,
} from '#core/broker-checks/checks.ts'
import { listFormNotes, type CheckedBroker } from '#core/broker-checks/form-notes.ts'
import { listNews } from '#core/broker-checks/news.ts'
import { brokerKeys, officialPage } from '#core/broker-checks/numbers.ts'
import { countDays, type Day } from '#core/calendar.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readCompany } from '#server/settings/company.ts'
import { accountDay } from '#server/today.ts'
import { readManualChecks } from './manual-checks.ts'
import {
  describeNewestFiles,
  describeSearch,
  readAnswers,
  readNewestFiles,
  type AnswersOfKind,
} from './read-files.ts'

/** Everything about one broker. Throws 404. */
export async function readBrokerChecks(
  database: Database,
  userId: string,
  brokerId: number,
): Promise<BrokerChecks> {
  const brokers = await readBrokers(database, userId)
  const broker = brokers.find(({ id }) => id === brokerId)
  if (!broker) throw notFound()
  const files = await readNewestFiles(database, userId)
  const kinds = (await readAnswers(database, userId, [broker], files, brokerId)).get(brokerId) ?? []
  const { brokerCheckDays } = await readCompany(database, userId)
  const checkedOn = (await readCheckedDays(database, userId, [broker])).get(brokerId) ?? null
  const judged = judgeBroker(broker, brokers, kinds)
  return {
    ...judged,
    notSearched: kinds.filter(({ now }) => !now).map(({ kind }) => kind),
    manual: await readManualChecks(database, userId, brokerId),
    checkedOn,
    due: isDue(checkedOn, brokerCheckDays),
    links: brokerKeys(broker).flatMap((key) => {
      const url = officialPage(key)
      return url ? [{ key, url }] : []
    }),
  }
}

/** The broker's badge on a load's page: the answer of the authority file, or else of the census file. Throws 404. */
export async function readBadge(
  database: Database,
  userId: string,
  brokerId: number,
): Promise<BrokerBadge> {
  const broker = await readBrokers(database, userId, brokerId)
  if (!broker.length) throw notFound()
  const files = await readNewestFiles(database, userId)
  const kinds = (await readAnswers(database, userId, broker, files, brokerId)).get(brokerId) ?? []
  const shown = ['authority', 'census'].map((kind) => kinds.find((one) => one.kind === kind)?.now)
  const answer = shown.find((one) => one && one.answer !== 'absent') ?? shown.find(Boolean)
  if (!answer) return { text: null, answer: null, bondMissing: false }
  const bondMissing = isBondMissing(answer)
  const text = describeAnswer({ ...answer, bondMissing })
  return { text, answer: answer.answer, bondMissing }
}

/** Every broker with its answers, and the numbers to search a file for. */
export async function readAllChecks(database: Database, userId: string): Promise<AllChecks> {
  const brokers = await readBrokers(database, userId)
  const files = await readNewestFiles(database, userId)
  const answers = await readAnswers(database, userId, brokers, files, null)
  const { brokerCheckDays } = await readCompany(database, userId)
  const checked = await readCheckedDays(database, userId, brokers)
  return {
    dueAfter: brokerCheckDays,
    files: await describeNewestFiles(database, userId, files),
    keys: [...new Set(brokers.flatMap(brokerKeys))],
    brokers: brokers.map((broker) => {
      const judged = judgeBroker(broker, brokers, answers.get(broker.id) ?? [])
      const checkedOn = checked.get(broker.id) ?? null
      const { id, companyName, mcNumber, dotNumber } = broker
      return {
        id,
        companyName,
        mcNumber,
        dotNumber,
        checkedOn,
        answers: judged.answers.map(({ rows: _rows, ...answer }) => answer),
        notes: judged.notes.length,
        news: judged.news.length,
        due: isDue(checkedOn, brokerCheckDays),
      }
    }),
  }
}

function judgeBroker(broker: CheckedBroker, all: CheckedBroker[], kinds: AnswersOfKind[]) {
  const answers = kinds.flatMap(({ now }) => {
    return now ? [{ ...now, bondMissing: isBondMissing(now) }] : []
  })
  const rows = answers.flatMap((answer) => answer.rows)
  return {
    answers,
    notes: listFormNotes(broker, all, rows),
    news: kinds.flatMap(({ now, before }) => (now ? listNews(before, now) : [])),
  }
}

function isDue(checkedOn: Day | null, dueAfter: number | null): boolean {
  const days = checkedOn === null ? 0 : countDays(checkedOn, accountDay())
  return isCheckDue(checkedOn, dueAfter, days)
}

/** Reads one broker, or all if `id` is left out. */
export function readBrokers(
  work: Database | Work,
  userId: string,
  id?: number,
): Promise<CheckedBroker[]> {
  return work
    .selectFrom('brokers')
    .select(['id', 'companyName', 'phone', 'email', 'mcNumber', 'dotNumber'])
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', Number(id)))
    .orderBy(sql`lower(company_name)`)
    .orderBy('id')
    .execute()
}

type Checked = { brokerId: number; searched: string | null; day: Day }

/**
 * The last day on which the authority of each broker was checked, manually or by a file that has the broker. "Not in this
 * file" does not count as a check, and neither does a check of numbers that the broker no longer has.
 */
async function readCheckedDays(
  work: Database | Work,
  userId: string,
  brokers: readonly CheckedBroker[],
): Promise<Map<number, Day>> {
  const ids = brokers.map(({ id }) => id)
  const { rows } = await sql<Checked>`
    select broker_id, searched, max(day) as day from broker_checks
    where user_id = ${userId} and broker_id = any(${ids}::bigint[])
      and (source = 'hand' or source = 'authority' and result <> 'absent')
    group by broker_id, searched`.execute(work)
  const searches = new Map(brokers.map((broker) => [broker.id, describeSearch(broker)]))
  const days = new Map<number, Day>()
  for (const { brokerId, searched, day } of rows) {
    if (searched !== null && searched !== searches.get(brokerId)) continue
    if (day > (days.get(brokerId) ?? '')) days.set(brokerId, day)
  }
  return days
}
