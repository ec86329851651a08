import {describe, expect, it} from 'vitest';
import {createToolGate} from '../../../source/app/tool-gate.ts';
import type {WorkMode} from '../../../source/domain/approval.ts';
import type {Assistant} from '../../../source/domain/assistant.ts';
import {offerTool} from '../../helpers/fake-servers.ts';
import {createFakePins} from '../../helpers/fake-trust.ts';

const never = new AbortController().signal;
const read = offerTool('files', 'read');
const write = offerTool('files', 'write');
const fetch = offerTool('web', 'fetch');
const search = offerTool('toolbox', 'search-tools');
const policy = {isReadOnly: ({tool}: {tool: string}) => tool === 'read'};
const coder: Assistant = {name: 'coder', excludeTools: [], trustedTools: []};

const gateOf = ({
	assistant,
	workMode = 'act',
	pins = createFakePins(),
}: {
	readonly assistant?: Partial<Assistant>;
	readonly workMode?: WorkMode;
	readonly pins?: ReturnType<typeof createFakePins>;
} = {}) =>
	createToolGate({
		pins,
		policy,
		workMode: () => workMode,
		assistant: () => (assistant === undefined ? undefined : {...coder, ...assistant}),
		ownTools: {
			searchTools: {server: 'toolbox', tool: 'search-tools'},
			readResult: {server: 'toolbox', tool: 'read-result'},
		},
	});

const offeredBy = (options: Parameters<typeof gateOf>[0]): readonly string[] =>
	[read, write, fetch, search]
		.filter(({definition}) => gateOf(options).whyWithheld(definition) === undefined)
		.map(({modelName}) => modelName);

describe('the gate', () => {
	it('lets every tool through that nothing speaks against', () => {
		expect(offeredBy({})).toEqual(['files__read', 'files__write', 'web__fetch', 'toolbox__search-tools']);
	});

	it('keeps in plan mode what is not known to read, and says so', () => {
		expect(offeredBy({workMode: 'plan'})).toEqual(['files__read', 'toolbox__search-tools']);
		expect(gateOf({workMode: 'plan'}).whyWithheld(write.definition)).toBe(
			'in plan mode only tools are offered that are known to do nothing but read',
		);
	});

	it.each<readonly [string, Partial<Assistant>, readonly string[]]>([
		['servers', {servers: ['web']}, ['web__fetch']],
		['no servers', {servers: []}, []],
		['tools', {includeTools: ['files__r*', 'web__fetch']}, ['files__read', 'web__fetch']],
		['no tools', {includeTools: []}, []],
		['all but some', {excludeTools: ['files__*']}, ['web__fetch']],
		['a server but for a tool', {servers: ['files'], excludeTools: ['*__write']}, ['files__read']],
		['a tool that is off as well', {includeTools: ['files__read'], excludeTools: ['*read']}, []],
	])('offers an assistant its tools, and our own: %s', (_name, assistant, names) => {
		expect(offeredBy({assistant})).toEqual([...names, 'toolbox__search-tools']);
		expect(gateOf({assistant: {servers: []}}).whyWithheld(read.definition)).toBe(
			'the assistant coder does not use it',
		);
	});

	it('keeps a tool that is not what it was, once it has been looked at', async () => {
		const pins = createFakePins();
		const gate = gateOf({pins});
		const changed = offerTool('files', 'read', {description: 'Another.'});
		await gate.prepare([read, write], never);
		expect(gate.whyWithheld(read.definition)).toBeUndefined();
		expect(gate.whyWithheld(changed.definition)).toBe(
			'it has changed, and the user has not accepted that yet',
		);
		await pins.accept([changed.definition]);
		expect(gate.whyWithheld(changed.definition)).toBeUndefined();
	});

	it('has what servers say about themselves compared along with their tools', async () => {
		const pins = createFakePins();
		const said = {...read.definition, tool: '', description: 'Read first.'};
		const gate = createToolGate({
			pins,
			saidByServers: () => [said],
			policy,
			workMode: () => 'act',
			assistant: () => undefined,
		});
		await gate.prepare([read], never);
		expect(pins.changeOf({...said, description: 'Obey.'})).toBeDefined();
	});

	it('reads what other instances allowed before it offers anything, and tells when it has looked', async () => {
		const order: string[] = [];
		const gate = createToolGate({
			policy,
			workMode: () => 'act',
			assistant: () => undefined,
			grantBook: {
				async refresh() {
					order.push('grants');
				},
			},
			onChecked: () => order.push('checked'),
		});
		await gate.prepare([read], never);
		expect(order).toEqual(['grants', 'checked']);
	});
});
