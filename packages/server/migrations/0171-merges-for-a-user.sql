-- Owner: agent/automations

-- The user whose permission to merge an automation uses: the last one who changed its settings. Null if an API key or a
-- file did.
alter table automations add column merges_for_user text;
update automations set merges_for_user = created_by_user where update_mode = 'direct_merge' and source_path is null;
