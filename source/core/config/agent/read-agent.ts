import {basename, extname} from 'node:path';
import type {Assistant} from '../../../domain/assistant.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {parseYamlText} from '../../../support/yaml/yaml-text.ts';
import {createYamlValues, type YamlValues} from '../../../support/yaml/yaml-values.ts';
import {below, type Complaint, isWithin, malformed, type Place} from '../complaint.ts';
import type {Environment} from '../expand-variables.ts';
import {readAgentApproval} from './agent-approval.ts';
import {readAgentInstructions} from './agent-instructions.ts';
import {type CheckModel, readAgentModel} from './agent-model.ts';
import {type AgentReport, createAgentReport} from './agent-report.ts';
import {readAgentTools} from './agent-tools.ts';
import {readAgentTop} from './agent-top.ts';
import {unreadableSentence} from './describe-unreadable.ts';
import {explainValue} from './explain-value.ts';

export type AgentRead =
	| {
			readonly type: 'read';
			readonly assistant: Assistant;
			/** All that the agent uses. */
			readonly servers: readonly ServerConfig[];
			/** One line each, in the form of problems. */
			readonly warnings: readonly string[];
	  }
	| {
			readonly type: 'refused';
			/** One line each: `file:line:col  place: what is wrong`. */
			readonly problems: readonly string[];
			readonly warnings: readonly string[];
	  };

export type AgentDeps = {
	readonly env: Environment;
	readonly readText: (path: string) => Promise<string>;
	/** What `${workspaceFolder}` stands for; without it, the folder in which the program runs. */
	readonly cwd?: string;
	/** Without it any provider and model is taken: they may be known where the agent is used. */
	readonly checkModel?: CheckModel | undefined;
};

const maxCharacters = 256 * 1024;
const bounds = {maxValues: 20_000, tooMany: 'an agent is smaller'};

type Findings = {readonly complaints: readonly Complaint[]; readonly warnings: readonly Complaint[]};

/** Where a finding is, and why YAML may have made something else of it than was meant. */
const tell = (report: AgentReport, values: YamlValues, {complaints, warnings}: Findings): void => {
	for (const {path, message, isUnknownKey} of complaints) {
		const scalar = values.scalarAt(path);
		report.problem(
			isUnknownKey === true ? values.keyOffsetOf(path) : values.offsetOf(path),
			path,
			scalar === undefined ? message : explainValue(message, scalar.value, scalar.source),
		);
	}
	for (const {path, message} of warnings) {
		report.warning(values.keyOffsetOf(path), path, message);
	}
};

const textComplaints = (value: unknown): readonly Complaint[] => {
	if (value === undefined) return [];
	if (typeof value !== 'string') return [malformed([], 'expected a string')];
	return value.trim() === '' ? [malformed([], 'must not be empty')] : [];
};

/** Reads the parts of a file whose text is sound. */
const readParts = async (path: string, values: YamlValues, root: unknown, deps: AgentDeps) => {
	const {env, readText, cwd = process.cwd(), checkModel} = deps;
	const complaints: Complaint[] = [];
	const warnings: Complaint[] = [];
	const add = (findings: Findings, place: Place): void => {
		// What a misspelt key was to say is not known, so that nothing is started without it.
		for (const warning of below(place, findings.warnings)) {
			(warning.isUnknownKey === true ? complaints : warnings).push(warning);
		}
		complaints.push(...below(place, findings.complaints));
	};
	const members = values.members(root, []);
	if (members === undefined) {
		complaints.push(malformed([], 'expected an object with name, model, instructions and tools'));
	}
	const top = readAgentTop(members ?? new Map());
	add(top, []);
	const {nodes, spelling} = top;
	/** Undefined where the file has no such key. */
	const readKey = (key: string): unknown =>
		nodes[key] === undefined ? undefined : values.read(nodes[key], [spelling(key)]);
	const textOf = (key: string): string | undefined => {
		const value = readKey(key);
		const found = textComplaints(value);
		complaints.push(...below([spelling(key)], found));
		return found.length === 0 && typeof value === 'string' ? value : undefined;
	};

	const sources = {env, workspaceFolder: cwd};
	const name = textOf('name');
	const description = textOf('description');
	const written = readKey('model');
	const model = written === undefined ? undefined : readAgentModel(written, sources, checkModel);
	if (model !== undefined) add(model, [spelling('model')]);
	const told = readKey('instructions');
	const instructions =
		told === undefined ? undefined : await readAgentInstructions(told, path, sources, readText);
	if (instructions !== undefined) add(instructions, [spelling('instructions')]);
	const mode = readKey('toolApproval');
	const approval = mode === undefined ? undefined : readAgentApproval(mode);
	if (approval !== undefined) add(approval, [spelling('toolApproval')]);
	const caution = readKey('askOnUntrustedContent');
	if (caution !== undefined && caution !== true) {
		const message =
			caution === false
				? 'an agent can only set it to true; your own setting counts'
				: 'expected true; an agent can only set it to true';
		(caution === false ? warnings : complaints).push(malformed([spelling('askOnUntrustedContent')], message));
	}
	if (nodes.trustedTools !== undefined) {
		const message =
			'an agent cannot trust its own tools; it is left out. Trust them in your own configuration';
		warnings.push(malformed([spelling('trustedTools')], message));
	}
	const tools =
		nodes.tools === undefined
			? {servers: [], complaints: [], warnings: []}
			: readAgentTools(nodes.tools, values, {file: path, env, workspaceFolder: cwd});
	add(tools, []);

	const assistant: Assistant = {
		name: name ?? basename(path, extname(path)),
		...(description === undefined ? {} : {description}),
		...(instructions?.text === undefined ? {} : {instructions: instructions.text}),
		...(model?.settings ?? {}),
		servers: tools.servers.map(server => server.name),
		excludeTools: [],
		...(approval?.toolApproval === undefined ? {} : {toolApproval: approval.toolApproval}),
		trustedTools: [],
		askOnUntrustedContent: caution === true ? true : undefined,
		source: path,
	};
	return {assistant, servers: tools.servers, complaints, warnings};
};

/**
 * Reads an agent.yaml. It is somebody else's file: it may say what it needs, but neither use the user's secrets nor
 * decide what runs unasked. Whatever is malformed, or not there, is told before anything is started.
 */
export const readAgentFile = async (path: string, deps: AgentDeps): Promise<AgentRead> => {
	let content: string;
	try {
		content = await deps.readText(path);
	} catch (error) {
		return {type: 'refused', problems: [unreadableSentence(path, error)], warnings: []};
	}
	const text = await parseYamlText(content, {name: 'an agent file', maxCharacters});
	const report = createAgentReport(path, text.positionOf);
	for (const {offset, message} of text.problems) report.problem(offset, [], message);
	for (const {offset, message} of text.warnings) report.warning(offset, [], message);
	const {document} = text;
	if (document === undefined) {
		return {type: 'refused', problems: report.problems(), warnings: report.warnings()};
	}
	const {isAlias, isMap, isScalar, isSeq} = await import('yaml');
	const values = createYamlValues(document, {isAlias, isMap, isScalar, isSeq}, bounds);
	const {assistant, servers, ...findings} = await readParts(path, values, document.contents, deps);
	for (const {offset, path: place, message} of values.complaints) report.problem(offset, place, message);
	// What could not be read may look malformed only for that reason.
	const isUnread = ({path: place}: Complaint): boolean =>
		values.isExhausted() ||
		values.complaints.some(({path: at}) => isWithin(at, place) || isWithin(place, at));
	tell(report, values, {...findings, complaints: findings.complaints.filter(found => !isUnread(found))});
	const problems = report.problems();
	return problems.length > 0
		? {type: 'refused', problems, warnings: report.warnings()}
		: {type: 'read', assistant, servers, warnings: report.warnings()};
};
