// Which scenarios of the suite are about a server that offers tools and nothing else, and why the others are not.

const old = '2025-11-25';
const modern = '2026-07-28';

/**
 * What is run, at which revisions. `exceptChecks` are single checks of a scenario that cannot be made here.
 * @type {readonly {name: string, revisions: readonly string[], exceptChecks?: readonly string[]}[]}
 */
export const applying = [
	{name: 'server-initialize', revisions: [old]},
	{name: 'server-session-lifecycle', revisions: [old]},
	{name: 'ping', revisions: [old]},
	{name: 'tools-list', revisions: [old, modern]},
	{name: 'server-sse-multiple-streams', revisions: [old, modern]},
	{name: 'dns-rebinding-protection', revisions: [old, modern]},
	{name: 'http-header-validation', revisions: [modern]},
	{name: 'input-required-result-unsupported-methods', revisions: [modern]},
	{
		name: 'server-stateless',
		revisions: [modern],
		// They call tools of the suite's own: test_missing_capability, test_streaming_elicitation, test_logging_tool.
		exceptChecks: [
			'sep-2575-server-rejects-undeclared-capability',
			'sep-2575-missing-capability-http-400',
			'sep-2575-http-server-no-independent-requests-on-stream',
			'sep-2575-server-no-log-without-loglevel',
		],
	},
	{
		name: 'caching',
		revisions: [modern],
		// There are neither prompts nor resources.
		exceptChecks: [
			'sep-2549-prompts-list-caching-hints',
			'sep-2549-resources-list-caching-hints',
			'sep-2549-resources-templates-list-caching-hints',
		],
	},
];

const ownTool = 'it calls a tool that only a server made for the suite has';
const noResources = 'there are no resources';
const noPrompts = 'there are no prompts';
const noTasks = 'the tasks extension is not offered';
const noSkills = 'the skills extension is not offered';
const noInput = 'no tool asks its client for anything while it runs';

/** @type {Readonly<Record<string, string>>} */
export const notApplying = {
	'logging-set-level': 'nothing is logged to clients',
	'completion-complete': 'there is nothing whose arguments could be completed',
	'tools-call-simple-text': ownTool,
	'tools-call-image': ownTool,
	'tools-call-audio': ownTool,
	'tools-call-embedded-resource': ownTool,
	'tools-call-mixed-content': ownTool,
	'tools-call-with-logging': ownTool,
	'tools-call-error': ownTool,
	'tools-call-with-progress': ownTool,
	'tools-call-sampling': ownTool,
	'tools-call-elicitation': ownTool,
	'json-schema-2020-12': ownTool,
	'elicitation-sep1034-defaults': ownTool,
	'elicitation-sep1330-enums': ownTool,
	'server-sse-polling': `${ownTool}, and streams are not resumed`,
	'http-custom-header-server-validation': 'no tool wants its arguments in headers',
	'resources-list': noResources,
	'resources-read-text': noResources,
	'resources-read-binary': noResources,
	'resources-templates-read': noResources,
	'resources-subscribe': noResources,
	'resources-unsubscribe': noResources,
	'sep-2164-resource-not-found': noResources,
	'sep-2640-skills-directory': noSkills,
	'sep-2640-skills-enumeration': noSkills,
	'sep-2640-skills-manifest': noSkills,
	'prompts-list': noPrompts,
	'prompts-get-simple': noPrompts,
	'prompts-get-with-args': noPrompts,
	'prompts-get-embedded-resource': noPrompts,
	'prompts-get-with-image': noPrompts,
	'tasks-lifecycle': noTasks,
	'tasks-capability-negotiation': noTasks,
	'tasks-wire-fields': noTasks,
	'tasks-request-state-removal': noTasks,
	'tasks-mrtr-input': noTasks,
	'tasks-request-headers': noTasks,
	'tasks-dispatch-and-envelope': noTasks,
	'tasks-status-notifications': noTasks,
	'tasks-required-task-error': noTasks,
	'tasks-mrtr-composition': noTasks,
	'input-required-result-basic-elicitation': noInput,
	'input-required-result-basic-sampling': noInput,
	'input-required-result-basic-list-roots': noInput,
	'input-required-result-request-state': noInput,
	'input-required-result-multiple-input-requests': noInput,
	'input-required-result-multi-round': noInput,
	'input-required-result-missing-input-response': noInput,
	'input-required-result-non-tool-request': noInput,
	'input-required-result-result-type': noInput,
	'input-required-result-tampered-state': noInput,
	'input-required-result-capability-check': noInput,
	'input-required-result-ignore-extra-params': noInput,
	'input-required-result-validate-input': noInput,
};
