/**
 * The audit trail stored what was said in tried conversations and the variables of single calls. From here on the route defines
 * what is stored; existing entries are reduced in the same way.
 */
export const sql = `
update audit_events set before = null, after = null
 where operation in ('tryWorkflow', 'sayInTry', 'endTry', 'runDialogues') and (before is not null or after is not null);
update audit_events
   set after = (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(after)
                 where key in ('id', 'workflow_id', 'campaign_id', 'definition_id', 'override_reason'))
 where operation = 'initiateCall' and jsonb_typeof(after) = 'object';
`
