/** Changes the text of fields as if it had been typed; a checkbox is ticked by any text, a radio button by its own. */
export function setFieldTexts(form: HTMLFormElement | null, texts: Partial<Record<string, string>>) {
  for (const [name, text = ""] of Object.entries(texts)) {
    for (const element of form?.querySelectorAll<HTMLInputElement>(`[name="${name}"]`) ?? [])
      if (element.type === "checkbox") element.checked = text !== "";
      else if (element.type === "radio") element.checked = element.value === text;
      else element.value = text;
  }
}

/** Resets the fields that still have what was sent. What somebody has typed or chosen since then stays. */
export function resetSentFields(form: HTMLFormElement, sent: FormData) {
  const now = new FormData(form);
  for (const element of form.elements) {
    const name = element.getAttribute("name") ?? "";
    if (String(now.getAll(name)) !== String(sent.getAll(name))) continue;
    if (element instanceof HTMLSelectElement)
      for (const option of element.options) option.selected = option.defaultSelected;
    else if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
      element.checked = element.defaultChecked;
    else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      element.value = element.defaultValue;
  }
}
