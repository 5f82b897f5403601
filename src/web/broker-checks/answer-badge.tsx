import { describeAnswer, type Answer, type ShownAnswer } from '#core/broker-checks/answers.ts'
import type { Tone } from '#core/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

const TONES: Record<Answer, Tone> = { active: 'good', 'not-active': 'bad', absent: 'neutral' }

/** "Broker authority active, file of 11/20/2026". */
export function AnswerBadge({ answer }: { answer: ShownAnswer }) {
  return <TextBadge answer={answer} text={describeAnswer(answer)} />
}

type TextBadgeProps = { answer: { answer: Answer; bondMissing: boolean }; text: string }

export function TextBadge({ answer: { answer, bondMissing }, text }: TextBadgeProps) {
  return (
    <Badge tone={bondMissing ? 'waiting' : TONES[answer]}>
      <span className="whitespace-normal">{text}</span>
    </Badge>
  )
}
