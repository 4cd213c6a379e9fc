import type { Lexicon } from './lexicon.js';

export const health: Lexicon = {
  phrases: `allergic to, allergy to, diagnosed with, blood pressure, blood type, blood sugar, blood test, side
    effect, heart rate, heart attack, mental health, physical therapy, back pain, knee surgery, broke his arm, broke
    her arm, broke his leg, broke her leg, suffers from, recovering from, sleeps badly, can't sleep, intolerant to,
    high cholesterol, lactose intolerant, gluten free, takes medication, feels anxious, panic attack, weight loss,
    lose weight, due in, allergisch gegen, allergique à, alérgico a, alérgica a, аллергия на, contact lenses, root
    canal, hay fever, quit smoking, stopped smoking, stopped drinking, cannot eat, can't eat, gets hives, resting
    pulse, food poisoning, sore throat, runny nose, high fever, broken arm, broken leg, broken wrist, sprained
    ankle, pulled a muscle, hurt his, hurt her, hurt my, trouble sleeping, hours of sleep, feels sick, felt sick,
    feels tired, feels dizzy, burned out, burnt out, check up, check-up, health insurance, sick leave, on a diet,
    low carb, low sodium, sugar free, avoids sugar, avoids gluten, avoids dairy, must avoid, physical exam, eye
    exam, x ray, ct scan, mri scan, family history, bad back, bad knee, short sighted, hearing aid, first aid,
    stomach ache, weighs in, gained weight, lost weight, drinks too much, runs every, works out`,
  strong: `allergy allergic allergen asthma diabetes diabetic migraine headache surgery medication medicine
    antibiotic prescription prescribe symptom diagnosis diagnosed disease illness fever flu covid cancer tumor
    cholesterol pregnant pregnancy vaccine vaccinated therapy therapist physiotherapy doctor hospital clinic dentist
    dose dosage insulin ibuprofen aspirin lisinopril metformin inhaler intolerant intolerance coeliac celiac anxiety
    anxious depression depressed insomnia injury fracture hypertension arthritis adhd autism epilepsy pill rehab
    chronic infection wheelchair hives pulse physio physiotherapist hamstring eczema psoriasis acne rash bruise
    sprain sprained concussion stroke seizure tinnitus vertigo dizzy nausea vomiting diarrhea constipation ibs crohn
    ulcer reflux heartburn gastritis anemia anaemia thyroid hormone testosterone estrogen menopause menstruation
    contraceptive miscarriage ivf midwife obstetrician pediatrician paediatrician cardiologist dermatologist
    neurologist oncologist psychiatrist psychologist orthopedist optometrist optician ophthalmologist surgeon
    pharmacist chiropractor acupuncture chemotherapy radiation biopsy mri ultrasound ecg ekg vaccination booster
    tetanus measles malaria pneumonia bronchitis sinusitis tonsillitis hepatitis hiv herpes lyme sepsis kidney liver
    lung prostate spine vertebra ligament meniscus tendon cartilage osteoporosis scoliosis crutches pacemaker stent
    transplant antidepressant ssri sertraline paracetamol acetaminophen naproxen antihistamine cortisone steroid
    statin warfarin penicillin amoxicillin omeprazole melatonin magnesium probiotic overweight obese obesity
    anorexia bulimia burnout ptsd ocd bipolar schizophrenia dementia alzheimer parkinson nearsighted myopia
    astigmatism glaucoma cataract sober alcoholic addiction withdrawal medical patient allergie allergisch asma
    diabète krank enfermo`,
  weak: `pain sick ill health healthy diet vegetarian vegan calories weight sleep exercise workout gym arm leg knee
    back heart blood skin tooth teeth stress tired nausea vitamin supplement treatment recover hurt broke nurse
    glasses mg bmi smoke alcohol peanut gluten lactose smoking shellfish dairy nut lens stretch daily hand wrist
    shoulder neck ankle foot hip elbow stomach throat nose ear eye muscle bone joint breath breathing walk run steps
    fasting protein carbs sugar salt sodium caffeine drink drunk hydrate cough cold sneeze sore swollen bleed itch
    burn scar wound check fit fitness yoga pilates meditate meditation mental panic mood cry counselling disability
    disabled blind deaf birth period`,
};
