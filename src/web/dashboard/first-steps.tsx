import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { request } from '#web/api/client.ts'
import { useCompany } from '#web/api/queries.ts'
import { Card } from '#web/ui/card.tsx'

type Step = { title: string; why: string; to: string; done: boolean }

/** What a new account needs for its first statement, in order; with the first settlement saved it is gone. */
export function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const hasTruck = dashboard.trucks.total > 0
  const hasLoad = dashboard.loads.total > 0
  const { data: settlements } = useQuery({
    queryKey: ['billing', 'first'],
    queryFn: () => request<Settlement[]>('GET', '/api/billing?limit=1&counted=no'),
    enabled: hasTruck && hasLoad,
  })
  if (hasTruck && hasLoad && settlements?.length !== 0) return null
  return <StepsCard hasTruck={hasTruck} hasLoad={hasLoad} />
}

function StepsCard({ hasTruck, hasLoad }: { hasTruck: boolean; hasLoad: boolean }) {
  const { data: company } = useCompany()
  const steps: Step[] = [
    {
      title: 'Your company',
      why: 'Its name and address stand at the head of every statement.',
      to: '/settings',
      done: typeof company?.id === 'number',
    },
    {
      title: 'A truck',
      why: 'Its owner, who is paid, and its driver can be added from the same form.',
      to: '/trucks?add',
      done: hasTruck,
    },
    {
      title: 'A load',
      why: 'With its truck, its revenue, and a settlement date: the day that it is settled for.',
      to: '/loads?add',
      done: hasLoad,
    },
    {
      title: 'A settlement',
      why: 'Choose truck and date, enter the expenses and save: the statement is ready to print.',
      to: '/settlements',
      done: false,
    },
  ]
  return (
    <Card
      title="First Steps"
      description="Four steps to the first statement. Lists that you have as spreadsheets can be imported on their screens."
    >
      <ol className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map((step) => (
          <StepItem key={step.to} step={step} />
        ))}
      </ol>
    </Card>
  )
}

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
        <p className="text-muted">{step.why}</p>
      </div>
    </li>
  )
}
