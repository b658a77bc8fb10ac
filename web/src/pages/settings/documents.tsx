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
import { bytes, count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, QueryContent } from '../../ui/states.tsx'
import { fullMoment } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { documentWords as w } from '../../words/documents.ts'

type Mode = KnowledgeDocument['retrieval_mode']

const MODES = [
  { key: 'chunked' as const, label: w.modes.chunked },
  { key: 'full_document' as const, label: w.modes.full_document },
]

type Asked = { what: 'upload' } | { what: 'change' | 'delete' | 'try'; one: KnowledgeDocument } | null

export default function Documents() {
  const documents = useQuery(documentList())
  const zone = useOrganization().time_zone
  const forbidden = useWhyScopeDenied('operate')
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const add = (
    <Button small kind="primary" icon="upload" onClick={() => setAsked({ what: 'upload' })}>
      {w.upload}
    </Button>
  )
  return (
    <>
      <Section
        help={helpGroup('documents')}
        title={w.title}
        count={documents.data && count(documents.data.length)}
        aside={forbidden ? <span className="small mute">{forbidden}</span> : add}
      >
        <p className="soft">{w.text}</p>
      </Section>
      <QueryContent of={documents} what={w.theDocuments}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={w.none} acts={!forbidden && add}>
              {w.noneText}
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
                      {w.facts(
                        one.total_chunks,
                        bytes(one.file_size_bytes),
                        one.language,
                        w.modeOf[one.retrieval_mode],
                        fullMoment(Date.parse(one.created_at), zone),
                      )}
                      {one.embedding.state === 'completed' && w.byMeaning}
                    </p>
                    {one.embedding.message && (
                      <p className="small soft">
                        {one.embedding.state === 'pending' && w.prepared(count(one.embedding.chunks), one.total_chunks)}
                        {one.embedding.message}
                      </p>
                    )}
                  </div>
                  <span className="row wrap">
                    {one.retrieval_mode === 'chunked' && (
                      <Button
                        small
                        aria-label={w.tryNamed(one.filename)}
                        onClick={() => setAsked({ what: 'try', one })}
                      >
                        {w.try}
                      </Button>
                    )}
                    {!forbidden && (
                      <>
                        <Button
                          small
                          kind="quiet"
                          aria-label={w.changeNamed(one.filename)}
                          onClick={() => setAsked({ what: 'change', one })}
                        >
                          {w.change}
                        </Button>
                        <Button
                          small
                          kind="quiet"
                          aria-label={w.deleteNamed(one.filename)}
                          onClick={() => setAsked({ what: 'delete', one })}
                        >
                          {w.delete}
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
      <span className="strong">{w.use}</span>
      <Segmented label={w.use} choices={MODES} value={mode} onChange={onChange} />
      <p className="help">{w.modeTexts[mode]}</p>
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
      title={w.upload}
      verb={w.uploadVerb}
      whyNot={file ? null : w.fileFirst}
      act={async () => {
        if (!file) return
        const query = { filename: file.name, language: language.trim() || 'en', retrieval_mode: mode }
        const stored = await api().documents.upload(file, query)
        await readAgain()
        toast(w.isRead(stored.filename, stored.total_chunks))
      }}
    >
      <label className="stack gap-1">
        <span className="strong">{w.file}</span>
        <input
          type="file"
          accept=".txt,.md,.html,.htm,.pdf,.docx"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </label>
      <TextField
        label={w.language}
        help={w.languageHelp}
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
      title={w.changeTitle(one.filename)}
      verb={w.save}
      whyNot={filename.trim() === '' ? w.nameFirst : null}
      act={async () => {
        await api().documents.update(one.document_uuid, { filename: filename.trim(), retrieval_mode: mode })
        await readAgain()
        toast(w.saved)
      }}
    >
      <TextField label={w.name} maxLength={255} value={filename} onChange={setFilename} />
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
      title={w.deleteTitle(one.filename)}
      verb={w.deleteVerb}
      kind="danger fill"
      safe={w.keep}
      whyNot={whyNotDeletable(details)}
      act={async () => {
        await api().documents.delete(one.document_uuid)
        await readAgain()
        toast(w.deleted)
      }}
    >
      <UsedBy of={details} />
      <p className="soft">{w.deleteText}</p>
    </Confirm>
  )
}

type Found = Awaited<ReturnType<ReturnType<typeof api>['documents']['search']>>

/** Reasons why a document with vectors was not searched by meaning. */
const WHY_ONLY_WORDS: Readonly<Record<string, string>> = w.whyOnlyWords

/** Tries a look-up as an agent would do it. Only for documents that are searched: others are part of the prompt as a whole. */
function TryDocument({ one, onClose }: OneProps) {
  const [question, setQuestion] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const byMeaning = one.embedding.state === 'completed'
  return (
    <Confirm
      open
      onClose={onClose}
      title={w.askTitle(one.filename)}
      verb={w.lookUp}
      safe={w.close}
      scope="read"
      keepOpen
      whyNot={question.trim() === '' ? w.questionFirst : null}
      act={async () => {
        const wanted = { query: question.trim(), document_uuids: [one.document_uuid] }
        setFound(await api().documents.search(wanted))
      }}
    >
      <TextField
        label={w.question}
        help={byMeaning ? w.questionByMeaning : w.questionByWords}
        maxLength={500}
        value={question}
        onChange={setQuestion}
      />
      {found && (
        <div className="stack gap-2" role="status">
          {byMeaning && found.meaning !== 'used' && (
            <Note tone="warn" title={w.onlyWords}>
              {WHY_ONLY_WORDS[found.meaning]}
            </Note>
          )}
          {found.chunks.length === 0 && (
            <Note tone="warn" title={w.nothingFits}>
              {w.nothingFitsText}
            </Note>
          )}
          {found.chunks.map((passage, at) => (
            <Note key={at} title={[passage.heading, passage.page && w.page(passage.page)].filter(Boolean).join(', ')}>
              {passage.chunk_text}
            </Note>
          ))}
        </div>
      )}
    </Confirm>
  )
}
