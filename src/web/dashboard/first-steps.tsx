import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import { settingsMessages } from '#core/messages.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { isSampleCompany } from '#core/settings/sample-company.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Permission } from '#core/team/roles.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { refetchLists, saveCompany, useCompany } from '#web/api/queries.ts'
import { usePermissions } from '#web/api/session.ts'
import { useAction } from '#web/api/use-action.ts'
import {
  DropConfirmations,
  type NewFromConfirmation,
  useNewFromConfirmation,
} from '#web/confirmations/new-from-confirmation.tsx'
import { FillSample } from '#web/sample/fill-sample.tsx'
import { ImportFilesButton } from '#web/transfer/import-files-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** `access`: what a user needs to take the step. */
type Step = {
  title: string
  text: string
  to: string
  access: Permission
  done: boolean
  /** Takes the step here. */
  actions?: ReactNode
}

/** The steps to a new account's first statement that the user may take. Hidden once a settlement is saved. */
export function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const hasTruck = dashboard.trucks.total > 0
  const hasLoad = dashboard.loads.total > 0
  const seesSettlements = useMay('settlements')
  const { data: settlements } = useQuery({
    queryKey: ['billing', 'first'],
    queryFn: () => request<Settlement[]>('GET', '/api/billing?limit=1&counted=no'),
    enabled: hasTruck && hasLoad && seesSettlements,
  })
  const isShown = !hasTruck || !hasLoad || settlements?.length === 0
  const mayAddLoads = useMay('loads')
  const papers = useNewFromConfirmation({ drops: isShown && mayAddLoads })
  return (
    <>
      {isShown && <StepsCard {...{ hasTruck, hasLoad, papers }} />}
      {/* Stays when the saved load ends the step: its paper is being stored. */}
      {papers.parts}
    </>
  )
}

type StepsCardProps = { hasTruck: boolean; hasLoad: boolean; papers: NewFromConfirmation }

function StepsCard({ hasTruck, hasLoad, papers }: StepsCardProps) {
  const { data: company } = useCompany()
  const permissions = usePermissions()
  const allSteps: Step[] = [
    {
      title: 'Company details',
      text: 'Printed at the top of every statement.',
      to: '/settings',
      access: 'admin',
      done: company !== undefined && !isSampleCompany(company),
    },
    {
      title: 'Default deductions',
      text: company?.deductionsAnswered
        ? 'Change them in Settings.'
        : 'Proposed for every settlement: 15% of revenue for fuel and $350.00 for insurance.',
      to: '/settings/deductions',
      access: 'admin',
      done: company?.deductionsAnswered ?? false,
      actions: company && !company.deductionsAnswered && <AnswerDeductions company={company} />,
    },
    {
      title: 'Add a truck',
      text: 'You can add its owner (the payee) and driver from the same form.',
      to: '/trucks?add',
      access: 'fleet',
      done: hasTruck,
    },
    {
      title: 'Add a load',
      text: 'Enter its truck, revenue and the settlement date it will be paid on.',
      to: '/loads?add',
      access: 'loads',
      done: hasLoad,
    },
    {
      title: 'Create a settlement',
      text: 'Choose a truck and date, enter deductions, then save and print the statement.',
      to: '/settlements',
      access: 'payroll',
      done: false,
    },
  ]
  const steps = allSteps.filter(({ access }) => permissions.has(access))
  if (!steps.length) return null
  return (
    <Card
      title="Get Started"
      description={`${COUNTS[steps.length]} to your first statement. Already have data in Excel or another program? Import it.`}
    >
      <ol className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
        {steps.map((step) => (
          <StepItem key={step.title} step={step} />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        <ImportFilesButton />
        {!hasLoad && permissions.has('loads') && <DropConfirmations from={papers} />}
      </div>
      {!hasTruck && !hasLoad && (
        <OnlyFor permission="admin">
          <FillSample />
        </OnlyFor>
      )}
    </Card>
  )
}

const COUNTS = ['', 'One step', 'Two steps', 'Three steps', 'Four steps', 'Five steps']

function StepItem({ step }: { step: Step }) {
  const Icon = step.done ? CircleCheck : Circle
  return (
    <li className="flex gap-2 text-sm">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${step.done ? 'text-good' : 'text-muted'}`}
      />
      <div className="min-w-0">
        <Link className="font-medium text-accent-strong underline" to={step.to}>
          {step.title}
        </Link>
        {step.done && <span className="sr-only"> (done)</span>}
        <p className="text-muted">{step.text}</p>
        {step.actions}
      </div>
    </li>
  )
}

/** Takes the proposed fuel and insurance deductions, or none (SPEC C340). */
function AnswerDeductions({ company }: { company: Company | UnsavedCompany }) {
  const answer = useAction({
    send: (values: Partial<Company>) => saveCompany(company, values),
    done: settingsMessages.saved,
    failed: settingsMessages.failedToSave,
    // Another person may have answered.
    onFailure: refetchLists,
    refetch: refetchLists,
  })
  const { fuelDeductionType, fuelDeductionValue, insuranceDeductionType, insuranceDeductionValue } =
    company
  const proposed = {
    fuelDeductionType,
    fuelDeductionValue,
    insuranceDeductionType,
    insuranceDeductionValue,
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button size="sm" disabled={answer.busy} onClick={() => answer.run(proposed)}>
        Use These
      </Button>
      <Button size="sm" variant="secondary" disabled={answer.busy} onClick={() => answer.run(NONE)}>
        Deduct None
      </Button>
    </div>
  )
}

const NONE = { fuelDeductionValue: '0.00', insuranceDeductionValue: '0.00' }
