/** Anything but white space, control and format characters, and blank letters. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether nobody would see anything of a text. */
export const isBlank = (text: string) => !VISIBLE.test(text);
