/** The statements of a run by email: who gets one, and who does not and why (SPEC C190). */
import { useQuery } from '@tanstack/react-query'
import { Mail as MailIcon } from 'lucide-react'
import { mailMessages } from '#core/mail/messages.ts'
import type { StatementMail } from '#core/mail/statement-mails.ts'
import { pluralize } from '#core/pluralize.ts'
import { useMay } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { MailBadge } from './mail-badge.tsx'
import { runMailsQuery, useMailRun } from './queries.ts'

const HEAD_CELL = 'bg-head px-2 py-2 text-left font-medium xl:px-3'
const CELL = 'px-2 py-1.5 align-top xl:px-3'

/** `week`: the first day of the run. */
export function RunMails({ week }: { week: string }) {
  const query = useQuery(runMailsQuery(week))
  return (
    <Query of={query} skeleton={null}>
      {(data) => {
        const statements = data.statements.filter(({ number }) => number !== null)
        if (!statements.length) return null
        const ready = statements.filter(({ state }) => state === 'ready').length
        return (
          <section
            aria-label="Statements by email"
            className="grid gap-3 border-t border-line pt-4 print:hidden"
          >
            <div className="flex flex-wrap items-center gap-3">
              <h3 className="text-sm font-semibold">Statements by Email</h3>
              <span className="grow" />
              {data.setUp && <SendButton week={week} ready={ready} />}
            </div>
            {!data.setUp && <p className="text-sm text-muted">{mailMessages.notSetUp}</p>}
            <div className="overflow-x-auto">
              <table className="records w-full border-collapse text-sm">
                <caption className="sr-only">Statements by email</caption>
                <thead>
                  <tr>
                    {['Statement', 'Payee', 'Email', 'Status'].map((title) => (
                      <th key={title} scope="col" className={HEAD_CELL}>
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {statements.map((statement) => (
                    <Row key={statement.id} statement={statement} />
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        )
      }}
    </Query>
  )
}

function SendButton({ week, ready }: { week: string; ready: number }) {
  const mayMail = useMay('payroll')
  const sending = useMailRun(week)
  if (!mayMail) return null
  return (
    <Button aria-disabled={sending.busy} disabled={ready === 0} onClick={() => sending.run()}>
      <MailIcon aria-hidden className="size-4" />
      {sending.busy ? 'Sending...' : `Email ${pluralize(ready, 'Statement')}`}
    </Button>
  )
}

function Row({ statement }: { statement: StatementMail }) {
  const { number, truck, payee, email, language } = statement
  return (
    <tr className="border-t border-line">
      <td data-label="Statement" className={CELL}>
        <span>
          #{number}, truck {truck}
        </span>
      </td>
      <td data-label="Payee" className={CELL}>
        <span className="wrap-anywhere">{payee ?? '–'}</span>
      </td>
      <td data-label="Email" className={CELL}>
        <span className="wrap-anywhere">
          {email ?? '–'}
          {language === 'es' && ' (Spanish)'}
        </span>
      </td>
      <td data-label="Status" className={CELL}>
        <span className="min-w-0 wrap-anywhere">
          <State statement={statement} />
        </span>
      </td>
    </tr>
  )
}

function State({ statement: { why, mailState, answer } }: { statement: StatementMail }) {
  if (mailState === null) return <>{why ?? 'Ready'}</>
  return (
    <>
      <MailBadge state={mailState} />
      {mailState === 'failed' && answer && (
        <span className="block text-xs text-muted">{answer}</span>
      )}
    </>
  )
}
