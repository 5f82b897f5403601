import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type {
  PrintedLine,
  PrintedSection,
  PrintedStatement,
} from '#core/portal/printed-statement.ts'
import type { OwnDocument, OwnPrintedStatement } from '#core/portal/responses.ts'
import { type OwnQuestion, WHOLE_STATEMENT } from '#core/questions/line-questions.ts'
import { fileAddress } from '#web/api/client.ts'
import { LinkButton } from '#web/api/file-links.tsx'
import { useLanguage } from '#web/api/language.ts'
import { SentList } from '#web/documents/driver/sent-list.tsx'
import { wordsOf } from '#web/documents/driver/words/words.ts'
import { Loaded } from '#web/portal/loaded.tsx'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useMessages } from '#web/portal/portal-user.ts'
import { ownFile, printedStatementQuery, statementDocumentsQuery } from '#web/portal/queries.ts'
import { LINK_BUTTON } from '#web/ui/button.tsx'
import { AskLine } from './ask-line.tsx'
import { StatementStatus } from './statement-status.tsx'

const LIST = '/portal/statements'

/** One statement, with the texts of its PDF. The payee can ask about each line. */
export function OwnStatementPage() {
  const messages = useMessages()
  const language = useLanguage()
  const id = Number(useParams().id)
  const query = useQuery(printedStatementQuery(id, language))
  const { data } = query
  return (
    <PortalPage
      title={data ? messages.statement(data.number) : messages.statements}
      parent={LIST}
      actions={data && <StatementStatus statement={data} />}
    >
      <Loaded query={query}>{(statement) => <LoadedStatement statement={statement} />}</Loaded>
    </PortalPage>
  )
}

function LoadedStatement({ statement }: { statement: OwnPrintedStatement }) {
  const messages = useMessages()
  const { id, printed, questions } = statement
  const { data: documents = [] } = useQuery(statementDocumentsQuery(id))
  return (
    <>
      <Pdfs id={id} />
      <PrintedStatementView {...{ id, printed, questions, documents }} />
      <AskLine
        id={id}
        lineKey={WHOLE_STATEMENT}
        label={messages.askStatement}
        questions={questions}
      />
    </>
  )
}

/** The PDF. A person who reads Spanish gets the translation and the original. */
function Pdfs({ id }: { id: number }) {
  const messages = useMessages()
  const language = useLanguage()
  const path = `/api/portal/statements/${id}/statement.pdf`
  const newTab = { target: '_blank', rel: 'noopener' }
  if (language === 'en')
    return (
      <LinkButton className="justify-self-start" href={path} {...newTab}>
        <FileText aria-hidden className="size-4" />
        {messages.pdf}
      </LinkButton>
    )
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton href={`${path}?language=${language}`} {...newTab}>
        <FileText aria-hidden className="size-4" />
        {messages.pdf}
      </LinkButton>
      <a className={LINK_BUTTON} href={fileAddress(path)} {...newTab}>
        {messages.originalPdf}
      </a>
    </div>
  )
}

type PrintedStatementViewProps = {
  id: number
  printed: PrintedStatement
  questions: OwnQuestion[]
  /** The documents of a line's load. */
  documents: OwnDocument[]
}

/** The printed texts, in the order of the PDF. */
function PrintedStatementView(props: PrintedStatementViewProps) {
  const { id, printed, questions, documents } = props
  const messages = useMessages()
  const words = wordsOf(useLanguage())
  const ask = (line: PrintedLine) =>
    line.key && <AskLine id={id} lineKey={line.key} about={line.label} questions={questions} />
  const renderPapers = ({ key }: PrintedLine) => {
    const papers = documents.filter(({ loadId }) => key === `load-${loadId}`)
    return papers.length > 0 && <SentList documents={papers} fileOf={ownFile} words={words} />
  }
  return (
    <article className="grid gap-6 rounded-lg border border-line bg-surface p-4 shadow-xs sm:p-6">
      {printed.translation && <p className="text-xs text-muted">{printed.translation}</p>}
      {printed.mark && <p className="text-lg font-semibold text-danger-ink">{printed.mark}</p>}
      <StatementHead printed={printed} />
      {printed.sections.map((section) => (
        <Section key={section.title} {...{ section, ask, renderPapers }} />
      ))}
      <section className="grid gap-2">
        <h2 className="font-semibold">{messages.summary}</h2>
        <Lines lines={printed.summary} ask={ask} />
        <p className="flex items-baseline justify-between gap-3 rounded-md bg-head p-3 text-lg font-semibold">
          <span>{printed.net.label}</span>
          <span className="tabular-nums">{printed.net.amount}</span>
        </p>
      </section>
      {printed.payments && <Section section={printed.payments} ask={ask} />}
      <Balances printed={printed} />
      <YearToDate section={printed.yearToDate} />
      {printed.notes && (
        <section className="grid gap-1">
          <h2 className="font-semibold">{printed.notes.title}</h2>
          <p className="text-sm wrap-anywhere whitespace-pre-line">{printed.notes.text}</p>
        </section>
      )}
    </article>
  )
}

function StatementHead({ printed }: { printed: PrintedStatement }) {
  const { title, carrier, facts, payTo, payee, equipment, truck } = printed
  return (
    <div className="grid gap-4 text-sm sm:grid-cols-2">
      <Block caption={title} {...carrier} />
      <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-0.5">
        {facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right tabular-nums sm:text-left">{value}</dd>
          </div>
        ))}
      </dl>
      <Block caption={payTo} {...payee} />
      <Block caption={equipment} {...truck} />
    </div>
  )
}

function Block({ caption, heading, lines }: { caption: string; heading: string; lines: string[] }) {
  return (
    <div className="wrap-anywhere">
      <p className="text-xs text-muted">{caption}</p>
      <p className="font-medium">{heading}</p>
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  )
}

type Ask = (line: PrintedLine) => ReactNode

type SectionProps = { section: PrintedSection; ask: Ask; renderPapers?: Ask }

function Section({ section, ask, renderPapers }: SectionProps) {
  const { title, none, lines, totals } = section
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{title}</h2>
      {lines.length === 0 && none && <p className="text-sm text-muted">{none}</p>}
      <Lines {...{ lines, ask, renderPapers }} />
      {totals.map(({ label, amount }) => (
        <p key={label} className="flex items-baseline justify-between gap-3 text-sm font-semibold">
          <span>{label}</span>
          <span className="tabular-nums">{amount}</span>
        </p>
      ))}
    </section>
  )
}

type LinesProps = { lines: PrintedLine[]; ask: Ask; renderPapers?: Ask | undefined }

function Lines({ lines, ask, renderPapers }: LinesProps) {
  return (
    <ul className="grid divide-y divide-line border-y border-line text-sm empty:hidden">
      {lines.map((line, index) => (
        <li key={line.key ?? index} className="grid gap-1 py-2">
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{line.label}</span>
            <span className="shrink-0 tabular-nums">{line.amount}</span>
          </div>
          <div className="flex flex-wrap items-end justify-between gap-x-3">
            <div className="min-w-0 grow basis-48 text-xs text-muted wrap-anywhere">
              {line.notes.map((note, at) => (
                <p key={at}>{note}</p>
              ))}
            </div>
            {ask(line)}
          </div>
          {renderPapers?.(line)}
        </li>
      ))}
    </ul>
  )
}

function Balances({ printed: { balances } }: { printed: PrintedStatement }) {
  if (balances.rows.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{balances.title}</h2>
      {balances.rows.map(({ key, label, figures }) => (
        <div key={key} className="grid gap-1 border-t border-line pt-2 text-sm">
          <p className="wrap-anywhere">{label}</p>
          <dl className="grid grid-cols-3 gap-2">
            {figures.map((figure) => (
              <div key={figure.label}>
                <dt className="text-xs text-muted">{figure.label}</dt>
                <dd className="tabular-nums">{figure.amount}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  )
}

function YearToDate({ section: { title, none, lines } }: { section: PrintedSection }) {
  return (
    <section className="grid gap-1">
      <h2 className="font-semibold">{title}</h2>
      {none && <p className="text-xs text-muted">{none}</p>}
      <dl className="grid grid-cols-3 gap-2 text-sm">
        {lines.map(({ label, notes, amount }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{[label, ...notes].join(' ')}</dt>
            <dd className="tabular-nums">{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
