/** The PDF of a schedule of accounts, with a line for the signature (SPEC C218). */
import { formatDay } from '#core/calendar.ts'
import type { Factor, ScheduleDetails } from '#core/factoring/responses.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readCompany } from '#server/settings/company.ts'
import { readLogo } from '#server/settings/logo-store.ts'
import { PAGE } from '#server/statements/page.ts'
import type {
  Cell,
  Logo,
  PrintedDocument,
  Row,
  TextPart,
} from '#server/statements/printed-document.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { readFactor } from './factor-store.ts'
import { readSchedule } from './read-schedules.ts'

type Sources = {
  schedule: ScheduleDetails
  factor: Factor
  company: Company | UnsavedCompany
  logo: Logo | null
}

/** Throws 404. A draft and a void schedule are marked. */
export async function printSchedule(
  print: PrintFor,
  database: Database | Work,
  userId: string,
  id: number,
): Promise<{ name: string; pdf: Uint8Array }> {
  const schedule = await readSchedule(database, userId, id)
  const factor = await readFactor(database, userId, schedule.factorId)
  const company = await readCompany(database, userId)
  const logo = await readLogo(database, userId, company.logoUrl)
  const document = buildSchedule({ schedule, factor, company, logo })
  const name = `schedule-${schedule.number ?? 'draft'}.pdf`
  return { name, pdf: await print(userId, document) }
}

function buildSchedule({ schedule, factor, company, logo }: Sources): PrintedDocument {
  const { number, day, state, face, invoices } = schedule
  const name = ['Schedule of Accounts', number].filter(Boolean).join(' ')
  return {
    title: 'Schedule of Accounts',
    mark: state === 'submitted' ? null : state === 'void' ? 'VOID' : 'DRAFT',
    name: `${company.companyName} · ${name}`,
    footer: `${name} · ${factor.name}`,
    logo,
    carrier: { heading: company.companyName, lines: listAddress(company) },
    facts: [
      ...(number === null ? [] : [{ label: 'Schedule #', value: String(number) }]),
      { label: 'Date', value: formatDay(day) },
      ...(factor.clientNumber ? [{ label: 'Client #', value: factor.clientNumber }] : []),
    ],
    rows: [
      textRow(`To: ${factor.name}`, { strong: true }),
      textRow(
        `${company.companyName} assigns the accounts below to ${factor.name}. Total face amount: ${formatMoney(toCents(face))}, ${pluralize(invoices.length, 'invoice')}.`,
      ),
      HEAD,
      ...invoices.map((invoice, at) => ({
        ...invoiceRow(invoice),
        keep: at === invoices.length - 1,
      })),
      totalRow(face),
      ...signatureRows(company.companyName),
    ],
    day,
  }
}

function listAddress(company: Company | UnsavedCompany): string[] {
  const { companyAddress, companyCity, companyState, companyZip, companyPhone } = company
  const region = [companyState, companyZip].filter(Boolean).join(' ')
  const place = [companyCity, region].filter(Boolean).join(', ')
  return [companyAddress, place, companyPhone].flatMap((line) => (line ? [line] : []))
}

function textRow(text: string, style: Partial<TextPart> = {}): Row {
  return { cells: [{ x: PAGE.margin, width: PAGE.width, parts: [{ ...style, text }] }], after: 6 }
}

/** The widths of the columns: invoice #, date, broker, load numbers, amount. Together they fill the page's width. */
const WIDTHS = [70, 66, 150, 130, 84] as const
const GAP = 4

function columnsRow(parts: TextPart[]): Row {
  let x = PAGE.margin
  const cells = parts.map((part, index): Cell => {
    const width = WIDTHS[index] ?? 0
    const cell = { x, width, parts: [part] }
    x += width + GAP
    return cell
  })
  return { cells, after: 4 }
}

const muted = (text: string): TextPart => ({ text, size: 8, color: PAGE.muted })
const TITLES = columnsRow([
  muted('Invoice #'),
  muted('Date'),
  muted('Broker'),
  muted('Load #'),
  { ...muted('Amount'), align: 'right' },
])
const HEAD: Row = { ...TITLES, keep: true, before: 8 }

function invoiceRow(invoice: ScheduleDetails['invoices'][number]): Row {
  const { number, invoiceDate, brokerName, loads, face } = invoice
  return {
    ...columnsRow([
      { text: number },
      { text: formatDay(invoiceDate) },
      { text: brokerName },
      { text: loads },
      { text: formatMoney(toCents(face)), align: 'right' },
    ]),
    tableHead: [TITLES],
  }
}

function totalRow(face: string): Row {
  const style = { size: 11, strong: true }
  const amount: TextPart = { ...style, text: formatMoney(toCents(face)), align: 'right' }
  return {
    cells: [
      { x: PAGE.margin + 10, width: 200, parts: [{ ...style, text: 'Total Face Amount' }] },
      { x: PAGE.right - 200, width: 190, parts: [amount] },
    ],
    before: 8,
    after: 8,
    background: PAGE.shade,
    keep: true,
  }
}

/** The lines that the carrier signs. They are on one page with the total and the last invoice. */
function signatureRows(name: string): Row[] {
  const line: Row = {
    cells: [
      { x: PAGE.margin, width: 300, parts: [muted(`Authorized signature, ${name}`)] },
      { x: PAGE.margin + 340, width: 150, parts: [muted('Date')] },
    ],
    before: 4,
    ruleAbove: PAGE.rule,
    after: 6,
  }
  return [{ ...textRow(' '), after: 40, keep: true }, line]
}
