import type {ApprovalRule} from '../../domain/approval.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import type {ConfigChanged} from '../../domain/server-ports.ts';
import {readRule} from './approval-rule.ts';
import {changeConfigFile} from './change-config-file.ts';
import type {Sources} from './expand-variables.ts';
import {canonicalKey} from './read-object.ts';
import type {Disk} from './replace-file-sync.ts';

type RemoveRuleOptions = {
	/** The user's own configuration file. */
	readonly file: string;
	readonly sources: Sources;
	/** How long another process may keep the file. */
	readonly patience?: number;
	readonly disk?: Disk;
};

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

const rulesIn = (content: JsonObject): {readonly key: string; readonly rules: readonly JsonValue[]} => {
	const key = Object.keys(content).find(each => canonicalKey(each, ['approvals'], {}) === 'approvals');
	const rules = key === undefined ? undefined : content[key];
	return {key: key ?? 'approvals', rules: isList(rules) ? rules : []};
};

/** Takes a rule out of `approvals` of the user's own configuration, if it still is the one that was seen. Never throws. */
export const createRemoveRule =
	({file, sources, patience, disk}: RemoveRuleOptions) =>
	({place, at, ...rule}: ApprovalRule): Promise<ConfigChanged> =>
		changeConfigFile({file, isProject: false, patience, disk}, content => {
			const {key, rules} = rulesIn(content);
			const index = at?.index ?? -1;
			const read = at?.file === file ? readRule(rules[index], sources) : undefined;
			return read?.type === 'rule' && JSON.stringify(read.rule) === JSON.stringify(rule)
				? {type: 'changed', content: {...content, [key]: rules.filter((_, each) => each !== index)}}
				: {
						type: 'refused',
						code: 'unknown-rule',
						message: `${place} is not the rule that was shown any more. Nothing was changed.`,
						hint: `Look at the rules again, or change ${file} by hand.`,
					};
		});
