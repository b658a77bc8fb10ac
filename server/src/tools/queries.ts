import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'
import type { ToolCategory, ToolDefinition, ToolStatus } from './rules/tool-definition.ts'

export interface Tool {
  id: number
  uuid: string
  organization_id: number
  name: string
  description: string | null
  category: ToolCategory
  icon: string | null
  icon_color: string | null
  status: ToolStatus
  /** The definition; its headers are encrypted. */
  definition: ToolDefinition
  created_by: number | null
  created_at: Date
  updated_at: Date | null
}

export interface ToolFilter {
  statuses?: readonly string[] | undefined
  category?: string | undefined
}

export async function listTools(db: Queries, organizationId: number, filter: ToolFilter): Promise<Tool[]> {
  const { statuses, category } = filter
  let query = db.selectFrom('tools').selectAll().where('organization_id', '=', organizationId)
  if (statuses !== undefined) query = query.where('status', 'in', [...statuses])
  if (category !== undefined) query = query.where('category', '=', category)
  return (await query.orderBy('id').execute()) as unknown as Tool[]
}

export async function findTool(db: Queries, organizationId: number, uuid: string): Promise<Tool | undefined> {
  const row = await db
    .selectFrom('tools')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return row as unknown as Tool | undefined
}

/** The tools among these that the organization has, including archived ones. */
export async function findTools(db: Queries, organizationId: number, uuids: readonly string[]): Promise<Tool[]> {
  if (uuids.length === 0) return []
  const rows = await db
    .selectFrom('tools')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('uuid', 'in', [...uuids])
    .execute()
  return rows as unknown as Tool[]
}

export async function countTools(db: Queries, organizationId: number): Promise<number> {
  const { count } = await db
    .selectFrom('tools')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** Names of the tools that use this credential and are not archived. */
export async function toolsWithCredential(db: Queries, organizationId: number, uuid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tools')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'archived')
    .where(sql<string>`definition -> 'config' ->> 'credential_uuid'`, '=', uuid)
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

export interface NewTool {
  uuid: string
  organizationId: number
  name: string
  description: string | null
  category: ToolCategory
  icon: string | null
  iconColor: string | null
  createdBy: number | null
  now: Date
}

/** Inserts the tool without its definition, which is encrypted for the row afterwards. */
export async function insertTool(db: Queries, tool: NewTool): Promise<Tool> {
  const row = await db
    .insertInto('tools')
    .values({
      uuid: tool.uuid,
      organization_id: tool.organizationId,
      name: tool.name,
      description: tool.description,
      category: tool.category,
      icon: tool.icon,
      icon_color: tool.iconColor,
      status: 'active',
      definition: JSON.stringify({}),
      created_by: tool.createdBy,
      created_at: tool.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as Tool
}

export interface ToolChange {
  name?: string
  description?: string | null
  category?: ToolCategory
  icon?: string | null
  icon_color?: string | null
  status?: ToolStatus
  definition?: ToolDefinition
  updated_at?: Date
}

export async function changeTool(db: Queries, id: number, change: ToolChange): Promise<Tool> {
  const { definition, ...rest } = change
  const row = await db
    .updateTable('tools')
    .set({ ...rest, ...(definition === undefined ? {} : { definition: JSON.stringify(definition) }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as Tool
}

export async function allToolDefinitions(db: Queries): Promise<Pick<Tool, 'id' | 'definition'>[]> {
  const rows = await db.selectFrom('tools').select(['id', 'definition']).orderBy('id').execute()
  return rows as unknown as Pick<Tool, 'id' | 'definition'>[]
}

/** Stores the newly encrypted definition. Does nothing if it was replaced in the meantime. */
export async function resealTool(db: Queries, id: number, before: string, after: string): Promise<boolean> {
  const result = await db
    .updateTable('tools')
    .set({ definition: after })
    .where('id', '=', id)
    .where('definition', '=', before)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
