import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { oneWorkflow } from '../../../../api/workflows.ts'
import { resultWords } from '../../../../components/result-words.ts'
import { paths } from '../../../../paths.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { QueryContent } from '../../../../ui/states.tsx'
import { tryWords as w } from '../../../../words/try.ts'
import { TryHere } from './try-here.tsx'
import { useWhoAnswers, WhoAnswers } from './who-answers.tsx'

/** Sample values for the columns of the sample workflows, so that the user need not fill them in. */
const SOMEBODY = {
  first_name: 'Ada',
  last_name: 'Miller',
  company: 'Harbor Clinic',
  appointment_date: 'Monday',
  appointment_time: "nine o'clock",
  amount_due: '25 dollars',
  due_date: 'the first of the month',
}

const nowhere = () => {}

/** Lets the user talk to or listen to the agent before anything is set up. */
export default function HearAgent({
  workflowId,
  onClose,
  onHeard,
}: {
  workflowId: number
  onClose(): void
  onHeard(words: string): void
}) {
  const workflow = useQuery(oneWorkflow(workflowId))
  const who = useWhoAnswers()
  return (
    <Drawer title={w.hearTitle} sub={w.hearSub} onClose={onClose}>
      <QueryContent of={workflow} what={w.theWorkflow} rows={4}>
        {({ name, workflow_definition }) => (
          <div className="insp try alone">
            <TryHere
              key={who.person}
              definition={workflow_definition}
              onPath={nowhere}
              variables={SOMEBODY}
              way={who.way}
              top={<WhoAnswers {...who} />}
              onEnded={({ disposition }) => onHeard(heardWords(name, disposition))}
            >
              <p className="f small mute">
                {w.saysWorkflow}{' '}
                <Link className="link" to={paths.workflow(workflowId)}>
                  {name}
                </Link>
                {w.toSomebody(`${SOMEBODY.first_name} ${SOMEBODY.last_name}`)}
              </p>
            </TryHere>
          </div>
        )}
      </QueryContent>
    </Drawer>
  )
}

function heardWords(name: string, disposition: string | null): string {
  return disposition ? w.heardAs(name, resultWords(disposition)) : w.heard(name)
}
