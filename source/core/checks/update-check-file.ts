import type {Check, CheckUpdate} from '../../domain/check.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import {proposeExpectation} from './propose-expectation.ts';
import {createYamlWriter} from './yaml-writer.ts';

/** Undefined takes a member away. */
type Change = readonly [key: string, value: JsonValue | undefined];

/** What has to be written so that the answer would have passed. What did not differ stays as it is. */
const changesFor = (
	{arguments: args, expect}: Check,
	{differences, answer}: CheckUpdate,
): readonly Change[] => {
	const wrong = new Set(differences.map(({expectation}) => expectation));
	const {equals, schema, contains, maxLatency} = proposeExpectation({type: 'answered', ...answer}, args);
	const isOther = wrong.has('error');
	const changes: Change[] = [];
	if (isOther) changes.push(['error', answer.isError]);
	if (wrong.has('maxLatency')) changes.push(['maxLatency', maxLatency]);
	if (wrong.has('schema') || (isOther && expect.schema !== undefined)) changes.push(['schema', schema]);
	if (!isOther && !wrong.has('equals') && !wrong.has('contains')) return changes;
	const hasParts = contains.length > 0;
	return [
		...changes,
		['equals', equals],
		...(hasParts || expect.contains.length > 0
			? [['contains', hasParts ? [...contains] : undefined] as const]
			: []),
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
			if (value === undefined) {
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
