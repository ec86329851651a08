/** Something that lies over the draft and gets keys before it does. */
export type KeyLayer = {
	/** True when the key was for it. */
	readonly takesKey: (name: string, text: string) => boolean;
	readonly takesPaste: (text: string) => boolean;
};
