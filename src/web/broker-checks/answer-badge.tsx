import { describeAnswer, type Answer, type FileAnswer } from '#core/broker-checks/answers.ts'
import type { Tone } from '#core/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'

const TONES: Record<Answer, Tone> = { active: 'good', 'not-active': 'bad', absent: 'neutral' }

/** "Broker authority active, file of 11/20/2026". */
export function AnswerBadge({ answer }: { answer: Omit<FileAnswer, 'rows'> }) {
  return <TextBadge answer={answer.answer} text={describeAnswer(answer)} />
}

export function TextBadge({ answer, text }: { answer: Answer; text: string }) {
  return (
    <Badge tone={TONES[answer]}>
      <span className="whitespace-normal">{text}</span>
    </Badge>
  )
}
