import type {Pair, YAMLMap} from 'yaml';
import type {CheckOrigin, CompleteCall, RecordedCall} from '../../domain/check.ts';
import type {JsonObject} from '../../domain/json.ts';
import {writeArguments} from './call-arguments.ts';
import {createSecretHider} from './hide-secrets.ts';
import {createNames, nameCheck} from './name-check.ts';
import {type ProposedExpectation, proposeExpectation} from './propose-expectation.ts';
import {deepestWritten, isShallow} from './result-subject.ts';
import {commentText, createYamlWriter, type YamlWriter} from './yaml-writer.ts';

type Yaml = typeof import('yaml');

/** Less than what is read again. */
const mostCharacters = 900 * 1024;
const mostChecks = 1000;
const longestTitle = 200;

const ownServer = /^(?:mcp-tui-)?toolbox\d*$/;
const ownTools: readonly string[] = ['read-result', 'search-tools'];

/** Why there can be no check of a call, as in `3 denied`. */
const whyLeftOut = ({server, tool, arguments: args, answer}: RecordedCall): string | undefined => {
	if (answer.type === 'none') return answer.why;
	if (server === '') return 'of a tool that nobody offers';
	if (ownServer.test(server) && ownTools.includes(tool)) return "of the program's own tools";
	return isShallow(args, deepestWritten) ? undefined : 'with arguments that are nested too deeply';
};

const ofTour = 'it was made by the tour, whose built-in tools work on sample files';

const pairOf = (map: YAMLMap, key: string): Pair | undefined =>
	map.items.find(
		({key: node}) =>
			node === key || (typeof node === 'object' && node !== null && 'value' in node && node.value === key),
	);

/** Says something above a member. */
const remark = (map: YAMLMap, key: string, sentence: string): void => {
	const node: unknown = pairOf(map, key)?.key;
	if (typeof node === 'object' && node !== null) {
		Object.assign(node, {commentBefore: ` ${commentText(sentence)}`});
	}
};

/** Short parts of a schema in one line each: it says little with many words. */
const condense = (schema: YAMLMap, {visit, isScalar}: Yaml): void => {
	const isPlain = (values: readonly unknown[]): boolean => values.every(value => isScalar(value));
	visit(schema, {
		Seq(_, list) {
			list.flow = isPlain(list.items);
		},
		Map(_, map) {
			map.flow = map !== schema && isPlain(map.items.map(({value}) => value));
		},
	});
};

const expectationNode = (
	{notes, ignore, contains, error, equals, schema, maxLatency}: ProposedExpectation,
	{toNode}: YamlWriter,
	yaml: Yaml,
): unknown => {
	const {isMap, isSeq, isScalar} = yaml;
	const node = toNode({
		error,
		...(schema === undefined ? {} : {schema}),
		...(equals === undefined ? {} : {equals}),
		...(ignore.length === 0 ? {} : {ignore: ignore.map(({path}) => path)}),
		...(contains.length === 0 ? {} : {contains}),
		...(maxLatency === undefined ? {} : {maxLatency}),
	});
	if (isMap(node)) {
		const wanted = node.get('schema');
		if (isMap(wanted)) condense(wanted, yaml);
		const paths = node.get('ignore');
		for (const [index, item] of isSeq(paths) ? paths.items.entries() : []) {
			if (isScalar(item)) item.comment = ` ${ignore[index]?.why ?? ''}`;
		}
		if (notes.length > 0) remark(node, 'error', notes.join(' '));
	}
	return node;
};

/** One check as an item of a list, in lines of its own. */
const writeCheck = (
	call: {
		readonly server: string;
		readonly tool: string;
		readonly name: string;
		readonly skip?: string;
		readonly arguments: JsonObject;
	},
	variables: readonly string[],
	expectation: ProposedExpectation,
	writer: YamlWriter,
	yaml: Yaml,
): string => {
	const {server, tool, name, skip, arguments: args} = call;
	const skipped = skip === undefined ? {} : {skip};
	const node = writer.toNode({name, server, tool, ...skipped, arguments: args});
	if (yaml.isMap(node)) {
		node.set(writer.toNode('expect'), expectationNode(expectation, writer, yaml));
		if (variables.length > 0) {
			remark(node, 'arguments', `A secret belongs here: set ${variables.join(', ')} before you run it.`);
		}
	}
	const document = new yaml.Document([]);
	document.add(node);
	const lines = writer.write(document).replace(/\n$/, '').split('\n');
	return `${lines.map(line => (line === '' ? line : `  ${line}`)).join('\n')}\n`;
};

const dateOf = (at: number | undefined): string =>
	at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15
		? ''
		: `, ${new Date(at).toISOString().slice(0, 10)}`;

const headOf = ({sessionId, title, startedAt}: CheckOrigin, leftOut: ReadonlyMap<string, number>): string => {
	const total = [...leftOut.values()].reduce((sum, count) => sum + count, 0);
	const counts = [...leftOut].map(([why, count]) => `${count} ${why}`).join(', ');
	return [
		`Tests of MCP servers, made from the session "${title.slice(0, longestTitle)}" (${sessionId}${dateOf(startedAt)}).`,
		'Run them with: mcp-tui test <this file>',
		'Every expectation may be changed or removed; "ignore" names what equals does not look at, "skip" leaves a test out.',
		...(total === 0 ? [] : [`Left out ${total === 1 ? 'is 1 call' : `are ${total} calls`}: ${counts}.`]),
	]
		.map(line => `# ${commentText(line)}\n`)
		.join('');
};

/** Makes of the calls of a session a file that a person reads, keeps and runs. */
export const writeCheckFile = async (
	origin: CheckOrigin,
	calls: readonly RecordedCall[],
	complete: CompleteCall = async call => call,
): Promise<string> => {
	const yaml = await import('yaml');
	const writer = createYamlWriter(yaml);
	const nameOf = createNames();
	const leftOut = new Map<string, number>();
	const leave = (why: string): void => void leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
	const texts: string[] = [];
	let characters = 0;
	const hider = createSecretHider(
		calls.filter(({arguments: args}) => isShallow(args, deepestWritten)).map(({arguments: args}) => args),
	);
	for (const call of calls) {
		const {server, tool} = call;
		const why = whyLeftOut(call);
		const {answer} = why === undefined ? await complete(call) : call;
		if (why !== undefined || answer.type === 'none') {
			leave(why ?? 'without an answer');
			continue;
		}
		const args = hider.inArguments(call.arguments);
		const written = writeArguments(args);
		const name = nameOf(nameCheck(call, args));
		const skipped = call.isOfTour === true && ownServer.test(server) ? {skip: ofTour} : {};
		const asked = {server, tool, name, ...skipped, arguments: written.arguments};
		const text = writeCheck(
			asked,
			written.variables,
			proposeExpectation(answer, args, hider.inAnswers),
			writer,
			yaml,
		);
		if (texts.length >= mostChecks || characters + text.length > mostCharacters) {
			leave('more than one file should hold');
			continue;
		}
		characters += text.length;
		texts.push(text);
	}
	const tests = texts.length === 0 ? 'tests: []\n' : `tests:\n${texts.join('\n')}`;
	const head = headOf({...origin, title: hider.inAnswers(origin.title)}, leftOut);
	return `${head}\nversion: 1\n${tests}`;
};
