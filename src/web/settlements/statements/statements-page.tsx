import { useQuery } from '@tanstack/react-query'
import { Printer, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { pluralize } from '#core/pluralize.ts'
import { settlementRowAddress } from '#core/settlements/history.ts'
import {
  chosenPaths,
  describeStatement,
  MAX_STATEMENTS,
  statements,
} from '#core/settlements/statements.ts'
import { request } from '#web/api/client.ts'
import { DownloadLink, LinkButton } from '#web/api/file-links.tsx'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { QuestionsLink } from '#web/questions/questions-link.tsx'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { PayGrid } from '#web/settlements/run/pay/pay-grid.tsx'
import { StepsNotice } from '#web/settlements/run/steps-notice.tsx'
import type { Steps } from '#web/settlements/run/steps.ts'
import { useSteps } from '#web/settlements/run/use-steps.ts'
import { settlementActions, useSettlementRows } from '#web/settlements/settlement-list.ts'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Query } from '#web/ui/query.tsx'
import {
  type ApprovalStep,
  type DraftOffsets,
  listAdded,
  type ListedStatement,
  planApproval,
} from './approval-steps.ts'

/** Every statement and draft with its payment; many can be approved, paid and printed at once (SPEC C51). */
export function StatementsPage() {
  const list = useList(statements)
  const [deleted, setDeleted] = useState<AnyRecord>()
  const mayChange = useMay('payroll')
  // Selected statements can be approved, paid or exported.
  const maySelect = useMay('export')
  const rowActions = useCallback(
    (row: AnyRecord) => listRowActions(row, mayChange ? setDeleted : undefined),
    [mayChange],
  )
  useSettlementRows(list)
  return (
    <ListPage
      list={list}
      actions={
        <>
          <QuestionsLink />
          <ExportLink name={statements.name} query={list.query} />
        </>
      }
      selectable={maySelect}
      bulk={<StatementActions ids={[...list.selection.ids]} />}
      rowActions={rowActions}
      firstStep={
        <OnlyFor permission="payroll">
          <Link
            className="hit-area text-sm font-medium text-accent-strong underline"
            to="/settlements/run"
          >
            Create settlements in the settlement run
          </Link>
        </OnlyFor>
      }
    >
      {deleted && (
        <DeleteDialog
          path={`/api/billing/${deleted.id}`}
          singular="Draft"
          name={describeStatement(deleted)}
          description="Its lines and edits are deleted with it."
          undoable
          onClose={() => setDeleted(undefined)}
        />
      )}
    </ListPage>
  )
}

/** `onDelete` is undefined if a draft can't be deleted. */
function listRowActions(
  statement: AnyRecord,
  onDelete: ((draft: AnyRecord) => void) | undefined,
): RowAction[] {
  const name = describeStatement(statement)
  return [
    ...settlementActions(statement, name, settlementRowAddress(statement)),
    ...(onDelete && statement.status === 'pending'
      ? [
          {
            text: 'Delete draft',
            label: `Delete ${name}`,
            Icon: Trash2,
            wideOnly: true as const,
            onClick: () => onDelete(statement),
          },
        ]
      : []),
  ]
}

/** The actions on the selected statements: approve the drafts, pay the open ones, print all (SPEC C51). */
function StatementActions({ ids }: { ids: number[] }) {
  const [doing, setDoing] = useState<'approve' | 'pay'>()
  if (ids.length > MAX_STATEMENTS)
    return (
      <p className="self-center text-sm text-muted">
        Select at most {MAX_STATEMENTS} to approve, pay or print them.
      </p>
    )
  const paths = chosenPaths(ids)
  const shared = { ids, onClose: () => setDoing(undefined) }
  return (
    <>
      <OnlyFor permission="payroll">
        <Button variant="secondary" onClick={() => setDoing('approve')}>
          Approve…
        </Button>
        <Button variant="secondary" onClick={() => setDoing('pay')}>
          Pay…
        </Button>
      </OnlyFor>
      <OnlyFor permission="export">
        <DownloadLink href={paths.zip}>Download ZIP</DownloadLink>
        <LinkButton href={paths.pdf} target="_blank" rel="noopener">
          <Printer aria-hidden className="size-4" />
          Print PDF
        </LinkButton>
      </OnlyFor>
      {doing === 'approve' && <ApproveDialog {...shared} />}
      {doing === 'pay' && <PayDialog {...shared} />}
    </>
  )
}

/** Pays the selected statements that are open (SPEC C51). */
function PayDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const { progress, start, stop } = useSteps()
  const busy = progress?.running ?? false
  return (
    <Dialog
      open
      wide
      title="Pay the selected statements"
      description="Each payee gets one payment. Drafts and paid statements are left out."
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      <PayGrid of={{ ids: new Set(ids) }} busy={busy} onStart={start} />
    </Dialog>
  )
}

/** Approves the selected drafts one after the other, earliest settlement date first (SPEC C51). */
function ApproveDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const { progress, start, stop } = useSteps()
  const query = useQuery({
    queryKey: ['statements', 'chosen', ids],
    queryFn: () => readChosen(ids),
  })
  const { data } = query
  const steps = data?.steps ?? []
  const busy = progress?.running ?? false
  return (
    <Dialog
      open
      title="Approve the selected drafts?"
      description="Each draft gets its statement number, earliest settlement date first, and is locked. Drafts on hold are left out."
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      <Query of={query} skeleton="h-8" />
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      {data && !progress && steps.length === 0 && (
        <p className="text-sm">No selected settlement can be approved.</p>
      )}
      {data && !progress && data.added.length > 0 && (
        <p className="text-sm">Approved with them because of offsets: {data.added.join('; ')}.</p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {progress ? 'Close' : 'Cancel'}
        </Button>
        {!progress && steps.length > 0 && (
          <Button onClick={() => start(approveInOrder(steps))}>
            Approve {pluralize(steps.length, 'Draft')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

async function readChosen(ids: number[]): Promise<{ steps: ApprovalStep[]; added: string[] }> {
  const chosen = ids.join(',')
  const [selected, offsets] = await Promise.all([
    request<ListedStatement[]>('GET', `/api/statements?sort=settlementDate&id=${chosen}`),
    request<DraftOffsets>('GET', `/api/statements/offsets?ids=${chosen}`),
  ])
  const steps = planApproval(selected, offsets)
  return { steps, added: listAdded(steps, offsets) }
}

/** If a draft was already approved with an earlier draft, the server returns it unchanged. */
function approveInOrder(steps: ApprovalStep[]): Steps<ApprovalStep> {
  return {
    result: 'drafts approved',
    groups: [steps],
    step: ({ id, version, partners }) =>
      request('POST', `/api/billing/${id}/approve`, {
        body: { approvedOn: today(), ...(partners.length > 0 && { offsetWith: partners }) },
        headers: { 'If-Match': `"${version}"` },
      }),
    describe: ({ name }) => name,
  }
}
