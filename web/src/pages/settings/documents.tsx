/** Documents for look-ups by agents during a conversation. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { documentList, type KnowledgeDocument, oneDocument } from '../../api/knowledge.ts'
import { queryClient } from '../../api/query-client.ts'
import { api } from '../../api/session.ts'
import { helpGroup } from '../../components/help.ts'
import { useWhyScopeDenied } from '../../components/scope.ts'
import { useOrganization } from '../../components/use-organization.ts'
import { UsedBy, whyNotDeletable } from '../../components/used-by.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { bytes, count, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'

type Mode = KnowledgeDocument['retrieval_mode']

const MODES = [
  { key: 'chunked' as const, label: 'Searched' },
  { key: 'full_document' as const, label: 'Read whole' },
]
const MODE_WORDS: Record<Mode, string> = {
  chunked: 'The agent searches in it and gets the passages that fit.',
  full_document:
    'The agent has its first 20,000 characters at every turn, and does not search in it. For a page or two. Try it in the workflow.',
}

type Asked = { what: 'upload' } | { what: 'change' | 'delete' | 'try'; one: KnowledgeDocument } | null

export default function Documents() {
  const documents = useQuery(documentList())
  const zone = useOrganization().time_zone
  const forbidden = useWhyScopeDenied('operate')
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const add = (
    <Button small kind="primary" icon="upload" onClick={() => setAsked({ what: 'upload' })}>
      Upload a document
    </Button>
  )
  return (
    <>
      <Section
        help={helpGroup('documents')}
        title="Documents"
        count={documents.data && count(documents.data.length)}
        aside={forbidden ? <span className="small mute">{forbidden}</span> : add}
      >
        <p className="soft">
          An agent with a language model looks things up in them: prices, opening hours, terms. Choose them at a step of
          a workflow. Do not upload lists of people: erasing a person does not look into documents.
        </p>
      </Section>
      <QueryContent of={documents} what="The documents">
        {(all) =>
          all.length === 0 ? (
            <Empty title="No documents yet" acts={!forbidden && add}>
              Text, Markdown, HTML, PDF and DOCX files are read, up to 20 MB.
            </Empty>
          ) : (
            <ul className="sheet packs">
              {all.map((one) => (
                <li key={one.document_uuid} aria-label={one.filename}>
                  <span className="mute">
                    <Icon name="file" />
                  </span>
                  <div>
                    <p className="strong break-all">{one.filename}</p>
                    <p className="small mute">
                      {plural(one.total_chunks, 'passage')}, {bytes(one.file_size_bytes)}, language {one.language},{' '}
                      {one.retrieval_mode === 'chunked' ? 'searched' : 'read whole'}, uploaded{' '}
                      {fullMoment(Date.parse(one.created_at), zone)}
                      {one.embedding.state === 'completed' && ', found by words and by meaning'}
                    </p>
                    {one.embedding.message && (
                      <p className="small soft">
                        {one.embedding.state === 'pending' &&
                          `${count(one.embedding.chunks)} of ${plural(one.total_chunks, 'passage')}. `}
                        {one.embedding.message}
                      </p>
                    )}
                  </div>
                  <span className="row wrap">
                    {one.retrieval_mode === 'chunked' && (
                      <Button small aria-label={`Try ${one.filename}…`} onClick={() => setAsked({ what: 'try', one })}>
                        Try…
                      </Button>
                    )}
                    {!forbidden && (
                      <>
                        <Button
                          small
                          kind="quiet"
                          aria-label={`Change ${one.filename}…`}
                          onClick={() => setAsked({ what: 'change', one })}
                        >
                          Change…
                        </Button>
                        <Button
                          small
                          kind="quiet"
                          aria-label={`Delete ${one.filename}…`}
                          onClick={() => setAsked({ what: 'delete', one })}
                        >
                          Delete…
                        </Button>
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
      {asked?.what === 'upload' && <UploadDocument onClose={close} />}
      {asked?.what === 'try' && <TryDocument one={asked.one} onClose={close} />}
      {asked?.what === 'change' && <ChangeDocument one={asked.one} onClose={close} />}
      {asked?.what === 'delete' && <DeleteDocument one={asked.one} onClose={close} />}
    </>
  )
}

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['documents'] })

function ModeChoice({ mode, onChange }: { mode: Mode; onChange(mode: Mode): void }) {
  return (
    <div className="stack gap-1">
      <span className="strong">How it is used</span>
      <Segmented label="How it is used" choices={MODES} value={mode} onChange={onChange} />
      <p className="help">{MODE_WORDS[mode]}</p>
    </div>
  )
}

function UploadDocument({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<File | null>(null)
  const [language, setLanguage] = useState('en')
  const [mode, setMode] = useState<Mode>('chunked')
  return (
    <Confirm
      open
      onClose={onClose}
      title="Upload a document"
      verb="Upload the document"
      whyNot={file ? null : 'Choose a file first.'}
      act={async () => {
        if (!file) return
        const query = { filename: file.name, language: language.trim() || 'en', retrieval_mode: mode }
        const stored = await api().documents.upload(file, query)
        await readAgain()
        toast(`${stored.filename} is read: ${plural(stored.total_chunks, 'passage')}.`)
      }}
    >
      <label className="stack gap-1">
        <span className="strong">File</span>
        <input
          type="file"
          accept=".txt,.md,.html,.htm,.pdf,.docx"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </label>
      <TextField
        label="Language"
        help="Of the document, such as de: its words are found in all their forms."
        className="w-s"
        maxLength={35}
        value={language}
        onChange={setLanguage}
      />
      <ModeChoice mode={mode} onChange={setMode} />
    </Confirm>
  )
}

interface OneProps {
  one: KnowledgeDocument
  onClose(): void
}

function ChangeDocument({ one, onClose }: OneProps) {
  const [filename, setFilename] = useState(one.filename)
  const [mode, setMode] = useState(one.retrieval_mode)
  const details = useQuery(oneDocument(one.document_uuid))
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Change ${one.filename}`}
      verb="Save"
      whyNot={filename.trim() === '' ? 'Give it a name.' : null}
      act={async () => {
        await api().documents.update(one.document_uuid, { filename: filename.trim(), retrieval_mode: mode })
        await readAgain()
        toast('Saved. Conversations that begin from now on use it like this.')
      }}
    >
      <TextField label="Name" maxLength={255} value={filename} onChange={setFilename} />
      <ModeChoice mode={mode} onChange={setMode} />
      <UsedBy of={details} />
    </Confirm>
  )
}

function DeleteDocument({ one, onClose }: OneProps) {
  const details = useQuery(oneDocument(one.document_uuid))
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete ${one.filename}?`}
      verb="Delete the document"
      kind="danger fill"
      safe="Keep it"
      whyNot={whyNotDeletable(details)}
      act={async () => {
        await api().documents.delete(one.document_uuid)
        await readAgain()
        toast('The document is deleted.')
      }}
    >
      <UsedBy of={details} />
      <p className="soft">Agents can no longer search it. The file itself is not kept here.</p>
    </Confirm>
  )
}

type Found = Awaited<ReturnType<ReturnType<typeof api>['documents']['search']>>

/** Texts that say why a document with vectors was not searched by meaning. */
const MEANING_WORDS: Readonly<Record<string, string>> = {
  off: 'No embeddings endpoint is set up any more.',
  not_ready: 'The model was changed. The passages are being prepared again.',
  too_many_passages: 'The documents have more passages than one search can compare.',
  late: 'The embeddings endpoint did not answer in time.',
  failed: 'The embeddings endpoint failed. Test it under Model.',
}

/** Tries a look-up as an agent would do it. Only for documents that are searched: others are part of the prompt as a whole. */
function TryDocument({ one, onClose }: OneProps) {
  const [question, setQuestion] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const byMeaning = one.embedding.state === 'completed'
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Ask ${one.filename}`}
      verb="Look it up"
      safe="Close"
      scope="read"
      keepOpen
      whyNot={question.trim() === '' ? 'Write a question first.' : null}
      act={async () => {
        const wanted = { query: question.trim(), document_uuids: [one.document_uuid] }
        setFound(await api().documents.search(wanted))
      }}
    >
      <TextField
        label="Question"
        help={
          byMeaning
            ? 'Found by its words and by its meaning. The question is sent to your embeddings endpoint.'
            : 'The search knows words and their forms, not meanings. A language model adds other words for the same.'
        }
        maxLength={500}
        value={question}
        onChange={setQuestion}
      />
      {found && (
        <div className="stack gap-2" role="status">
          {byMeaning && found.meaning !== 'used' && (
            <Note tone="warn" title="Only words were searched">
              {MEANING_WORDS[found.meaning]}
            </Note>
          )}
          {found.chunks.length === 0 && (
            <Note tone="warn" title="Nothing fits">
              An agent would say that it does not know.
            </Note>
          )}
          {found.chunks.map((passage, at) => (
            <Note key={at} title={[passage.heading, passage.page && `page ${passage.page}`].filter(Boolean).join(', ')}>
              {passage.chunk_text}
            </Note>
          ))}
        </div>
      )}
    </Confirm>
  )
}
