/** What a file says about a broker: three answers, always with the file's day (SPEC C230). */
import { formatDay, isDay, type Day } from '#core/calendar.ts'
import { FILES, type FileKind, type FileRow } from './file-kinds.ts'

export const ANSWERS = ['active', 'not-active', 'absent'] as const

export type Answer = (typeof ANSWERS)[number]

/** A file's answer for one broker. `rows`: empty if the broker is absent. */
export type FileAnswer = { kind: FileKind; day: Day; answer: Answer; rows: FileRow[] }

/**
 * - Authority: a row of broker authority is active.
 * - Insurance: a bond or trust fund (BMC-84, BMC-85) is in force on the day.
 * - Census: the USDOT number is active, which says nothing about authority.
 */
export function judgeRows(kind: FileKind, rows: readonly FileRow[], day: Day): Answer {
  if (!rows.length) return 'absent'
  return rows.some((row) => ACTIVE[kind](row, day)) ? 'active' : 'not-active'
}

const ACTIVE: Record<FileKind, (row: FileRow, day: Day) => boolean> = {
  authority: (row) => isBrokerRow(row) && isActive(row.OP_AUTH_STATUS),
  insurance: (row, day) => isBond(row) && (readFileDay(row.EFFECTIVE_DATE) ?? '9999') <= day,
  census: (row) => isActive(row.STATUS_CODE),
}

/**
 * Whether an active authority has no bond on file although it requires one. FMCSA then suspends the authority (49 USC 13906), so the
 * answer says it (SPEC C339).
 */
export function isBondMissing({ kind, rows }: Pick<FileAnswer, 'kind' | 'rows'>): boolean {
  if (kind !== 'authority') return false
  const active = rows.filter((row) => isBrokerRow(row) && isActive(row.OP_AUTH_STATUS))
  return active.some(({ BOND_REQ, BOND_FILE }) => isNo(BOND_FILE) && !isNo(BOND_REQ))
}

function isNo(text = ''): boolean {
  return /^NO?$/i.test(text.trim())
}

function isActive(status = ''): boolean {
  return /^(?:A|ACTIVE)$/i.test(status.trim())
}

function isBrokerRow({ OP_AUTH_TYPE: type = '' }: FileRow): boolean {
  return /\bBROKER/i.test(type) || /^B$/i.test(type.trim())
}

function isBond({ INS_FORM_CODE: form = '' }: FileRow): boolean {
  return /^(?:BMC)?-?8[45]$/i.test(form.trim())
}

/** Reads "20261120" or "11/20/2026", as the files write days. Null for other text. */
function readFileDay(text = ''): Day | null {
  const digits = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text.trim())
  const typed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text.trim())
  const [year, month, date] = digits
    ? digits.slice(1)
    : [typed?.[3], typed?.[1]?.padStart(2, '0'), typed?.[2]?.padStart(2, '0')]
  const day = `${year}-${month}-${date}`
  return isDay(day) ? day : null
}

const ANSWER_TEXTS: Record<FileKind, Record<Answer, string>> = {
  authority: {
    active: 'Broker authority active, file of',
    'not-active': 'Broker authority not active, file of',
    absent: 'Broker authority: not in the file of',
  },
  insurance: {
    active: 'Bond on file, file of',
    'not-active': 'No bond on file, file of',
    absent: 'Bond: not in the file of',
  },
  census: {
    active: 'USDOT number active, file of',
    'not-active': 'USDOT number not active, file of',
    absent: 'USDOT number: not in the file of',
  },
}

const BOND_MISSING = 'Broker authority active, but no bond on file, file of'

/** An answer without its rows. */
export type ShownAnswer = Omit<FileAnswer, 'rows'> & { bondMissing: boolean }

/** "Broker authority active, file of 11/20/2026". */
export function describeAnswer({ kind, answer, day, bondMissing }: ShownAnswer): string {
  return `${bondMissing ? BOND_MISSING : ANSWER_TEXTS[kind][answer]} ${formatDay(day)}`
}

/** Why an authority is not active, if the rows say it: "The file has this number, but no broker authority." */
export function explainAnswer({ kind, answer, rows }: FileAnswer): string | null {
  if (answer === 'absent') return ABSENT[kind]
  if (kind === 'authority') {
    const brokerRows = rows.filter(isBrokerRow)
    if (!brokerRows.length) return 'The file has this number, but no broker authority.'
    return brokerRows.map(describeAuthority).join('; ')
  }
  if (kind === 'insurance') {
    const bonds = rows.filter(isBond)
    if (!bonds.length) return 'The file has this number, but no BMC-84 or BMC-85.'
    return bonds.map(describeBond).join('; ')
  }
  return 'The census does not say whether there is broker authority.'
}

const ABSENT: Record<FileKind, string> = {
  authority: `${FILES.authority.label} does not list every number: the broker may still have authority.`,
  insurance: `${FILES.insurance.label} does not list every number: the broker may still have a bond.`,
  census: 'The census has no row for this number. Check the number.',
}

function describeAuthority({ OP_AUTH_TYPE, OP_AUTH_STATUS, BOND_FILE }: FileRow): string {
  const bond = BOND_FILE ? `, bond on file: ${BOND_FILE}` : ''
  return `${OP_AUTH_TYPE}: ${OP_AUTH_STATUS ?? 'no status'}${bond}`
}

function describeBond(row: FileRow): string {
  const day = readFileDay(row.EFFECTIVE_DATE)
  const from = day ? ` from ${formatDay(day)}` : ''
  const company = row.INSURANCE_COMPANY_NAME ? `, ${row.INSURANCE_COMPANY_NAME}` : ''
  return `Form ${row.INS_FORM_CODE}${from}${company}`
}
