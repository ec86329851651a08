import type {Check, CheckUpdate} from '../../domain/check.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import {anyStep, isStep, readJsonPath} from '../../support/json-path.ts';
import {hideInAnswers} from './hide-secrets.ts';
import {proposeExpectation, proposeParts} from './propose-expectation.ts';
import {subjectOf} from './result-subject.ts';
import {createYamlWriter} from './yaml-writer.ts';

/** Undefined takes a member away; paths to ignore are added to those that are there. */
type Change =
	| readonly [key: 'error' | 'maxLatency' | 'schema' | 'equals' | 'contains', value: JsonValue | undefined]
	| readonly [key: 'ignore', paths: readonly string[]];

/** Whether what is ignored at one path is so at the other. */
const covers = (one: string, other: string): boolean => {
	const [wide, narrow] = [readJsonPath(one), readJsonPath(other)];
	return (
		wide !== undefined &&
		narrow !== undefined &&
		wide.length <= narrow.length &&
		wide.every((step, index) => {
			const place = narrow[index];
			return step === anyStep || (typeof place !== 'symbol' && place !== undefined && isStep(step, place));
		})
	);
};

/** The parts that are there stay; for those that are not come others that are. */
const changedParts = ({arguments: args, expect}: Check, {answer}: CheckUpdate): Change => {
	const {text} = subjectOf(answer.result);
	const kept = expect.contains.filter(part => text.includes(part));
	if (kept.length === expect.contains.length) return ['contains', kept];
	const parts = [...new Set([...kept, ...proposeParts(hideInAnswers(text), args)])];
	return ['contains', parts.length === 0 ? undefined : parts];
};

/** What has to be written so that the answer would have passed. What did not differ stays as it is. */
const changesFor = (check: Check, update: CheckUpdate): readonly Change[] => {
	const {arguments: args, expect} = check;
	const {differences, answer} = update;
	const wrong = new Set(differences.map(({expectation}) => expectation));
	const proposed = proposeExpectation({type: 'answered', ...answer}, args);
	// Between an error and a result nothing else was compared, so whatever else is expected has to follow.
	const isDue = (key: 'schema' | 'equals' | 'contains', isExpected: boolean): boolean =>
		wrong.has(key) || (wrong.has('error') && isExpected);
	const isCompared = isDue('equals', expect.equals !== undefined);
	const hasParts = expect.contains.length > 0;
	const isInParts = isCompared && proposed.equals === undefined && !hasParts && proposed.contains.length > 0;
	const ignored = isCompared
		? proposed.ignore.map(({path}) => path).filter(path => !expect.ignore.some(each => covers(each, path)))
		: [];
	return [
		...(wrong.has('error') ? [['error', answer.isError] as const] : []),
		...(wrong.has('maxLatency') ? [['maxLatency', proposed.maxLatency] as const] : []),
		...(isDue('schema', expect.schema !== undefined) ? [['schema', proposed.schema] as const] : []),
		...(isCompared ? [['equals', proposed.equals] as const] : []),
		...(ignored.length === 0 ? [] : [['ignore', ignored] as const]),
		...(isDue('contains', hasParts) ? [changedParts(check, update)] : []),
		...(isInParts ? [['contains', [...proposed.contains]] as const] : []),
	];
};

const asJson = (content: string): boolean => {
	try {
		JSON.parse(content);
		return true;
	} catch {
		return false;
	}
};

/**
 * The text of a file of tests whose expectations are what came. Comments stay. Rejects where a test is written in a
 * way that cannot be changed in its place, such as an alias.
 */
export const updateCheckFile = async (
	content: string,
	checks: readonly Check[],
	updates: readonly CheckUpdate[],
): Promise<string> => {
	const yaml = await import('yaml');
	const writer = createYamlWriter(yaml);
	const document = yaml.parseDocument(content, {schema: 'core', uniqueKeys: false});
	for (const update of updates) {
		const check = checks[update.index];
		const place = ['tests', update.index, 'expect'];
		if (check === undefined) continue;
		if (!document.hasIn(place)) document.setIn(place, writer.toNode({}));
		for (const [key, value] of changesFor(check, update)) {
			if (key === 'ignore' && document.hasIn([...place, key])) {
				for (const path of value) document.addIn([...place, key], writer.toNode(path));
			} else if (value === undefined) {
				document.deleteIn([...place, key]);
			} else {
				document.setIn([...place, key], writer.toNode(value));
			}
		}
	}
	if (!asJson(content)) return writer.write(document);
	const value: JsonObject = document.toJS({maxAliasCount: 0});
	return `${JSON.stringify(value, undefined, /^\t/m.test(content) ? '\t' : 2)}\n`;
};
