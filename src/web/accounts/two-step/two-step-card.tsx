import { useState } from 'react'
import type { TwoStep } from '#core/accounts/two-step.ts'
import { useTwoStepTexts } from '#web/accounts/messages/use-two-step-texts.ts'
import { OwnLoadError } from '#web/accounts/own-load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RecoveryCodesDialog, TurnOffDialog, TurnOnDialog } from './change-dialogs.tsx'
import { useTwoStep } from './use-two-step.ts'

type Change = 'on' | 'off' | 'codes'

/** Below this, the card asks for new recovery codes. */
const FEW_CODES = 3

/** Turns two-step login on and off (SPEC C76). */
export function TwoStepCard() {
  const { data, isError, error, refetch } = useTwoStep()
  const twoStep = useTwoStepTexts()
  const [change, setChange] = useState<Change>()
  const close = () => setChange(undefined)
  return (
    <Card title={twoStep.title} description={twoStep.description}>
      {isError && <OwnLoadError error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton className="h-9" />}
      {data && <State twoStep={data} onChange={setChange} />}
      {change === 'on' && <TurnOnDialog onClose={close} />}
      {change === 'off' && <TurnOffDialog required={data?.required ?? false} onClose={close} />}
      {change === 'codes' && <RecoveryCodesDialog onClose={close} />}
    </Card>
  )
}

function State({ twoStep, onChange }: { twoStep: TwoStep; onChange: (change: Change) => void }) {
  const { on, since, recoveryCodes } = twoStep
  const texts = useTwoStepTexts()
  if (!on || !since)
    return (
      <Button
        variant="secondary"
        className="justify-self-start"
        aria-label={texts.turnOnLabel}
        onClick={() => onChange('on')}
      >
        {texts.turnOn}
      </Button>
    )
  return (
    <>
      <p className="text-sm">
        {texts.on(new Date(since).toLocaleDateString('en-US'))}{' '}
        <span className={recoveryCodes < FEW_CODES ? 'font-medium text-danger-ink' : ''}>
          {texts.left(recoveryCodes)}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onChange('codes')}>
          {texts.newCodes}
        </Button>
        <Button variant="secondary" aria-label={texts.turnOffLabel} onClick={() => onChange('off')}>
          {texts.turnOff}
        </Button>
      </div>
    </>
  )
}
