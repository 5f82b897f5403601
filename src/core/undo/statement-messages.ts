/** The messages of undo about statements. Members who don't see settlements get fewer details (SPEC C73). */
import type { Permission } from '#core/team/roles.ts'

export type StatementMessages = {
  onLockedStatement: (number: number) => string
  notOnLockedStatement: (number: number) => string
  /** The note that a restored load has no settlement date. `day`: as formatted for people. */
  dateLeftOut: (day: string, number: number) => string
  /** The note about a recurring deduction of a restored truck; null without a note. */
  deductionLeftOut: (description: string) => string | null
  /** The note about a truck without its payee: "2 draft settlements stay with Dan". */
  draftsLeft: (text: string) => string | null
}

const WITH_STATEMENTS: StatementMessages = {
  onLockedStatement: (number) => `On statement ${number}, which is locked`,
  notOnLockedStatement: (number) => `Statement ${number} is locked and does not have this load`,
  dateLeftOut: (day, number) =>
    `Settlement Date ${day} was left out: statement ${number} of that date is locked`,
  deductionLeftOut: (description) =>
    `Recurring deduction “${description}” was left out: its payee was deleted`,
  draftsLeft: (text) => text,
}

const WITHOUT_STATEMENTS: StatementMessages = {
  onLockedStatement: () => 'This load is locked',
  notOnLockedStatement: () => "This load's settlement date is locked",
  dateLeftOut: (day) => `Settlement Date ${day} was left out: that date is locked`,
  deductionLeftOut: () => null,
  draftsLeft: () => null,
}

export function statementMessages(permissions: ReadonlySet<Permission>): StatementMessages {
  return permissions.has('settlements') ? WITH_STATEMENTS : WITHOUT_STATEMENTS
}
