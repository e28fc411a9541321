# What an agent under test, or its declaration, is refused or fails for.
agent-none-declared = { $folder }: no agent declared; expected .yaml files
agent-file-name = { $file }: the agent is named “{ $id }”; the file must have the same name
agent-capability-missing = { $source }: capability missing: { $names }; the agent must have exactly those listed
agent-capability-extra = { $source }: one capability more: { $names }; the agent must have exactly those listed
agent-capability-repeated = { $source }: capability repeated; keep each one once
agent-agenda-empty = { $source }: has an agenda, and no hours; declare hours
agent-agenda-lacks = { $source }: the agenda lacks { $names }; declare them in event_types
agent-funnel-empty = { $source }: has a funnel, and no stage; declare stages
agent-unknown = unknown agent “{ $name }”; those declared are { $known }
agent-wrong-business = agent “{ $agent }” does not serve conversation { $conversation }, which is of { $business }
agent-needs-model = agent “{ $agent }” needs a model; give provider:model
agent-knob-unknown = unknown knob “{ $name }”; those that exist are { $known }
agent-knob-value = knob { $name }: no “{ $value }”; use { $legal }
agent-clock = clock “{ $clock }” is not an instant with its offset, such as 2026-11-04T10:00:00-03:00
agent-first-message = { $conversation }: the first turn opens with the conversation's own message
agent-no-message = { $conversation }: from the second turn on, say the contact's message
agent-loops = went past the limit of { $limit } loops without a reply
