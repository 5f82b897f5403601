import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useParams } from 'react-router'
import type { OwnPrintedStatement } from '#core/portal/responses.ts'
import { WHOLE_STATEMENT } from '#core/questions/line-questions.ts'
import { Loaded } from '#web/portal/loaded.tsx'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useLanguage } from '#web/api/language.ts'
import { useMessages } from '#web/portal/portal-user.ts'
import { printedStatementQuery, statementDocumentsQuery } from '#web/portal/queries.ts'
import { LinkButton } from '#web/api/file-links.tsx'
import { LINK_BUTTON } from '#web/ui/button.tsx'
import { AskLine } from './ask-line.tsx'
import { PrintedStatementView } from './printed-statement-view.tsx'
import { StatementStatus } from './statement-status.tsx'
import { fileAddress } from '#web/api/client.ts'

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
